// The outbox's entries as the REST API of a marking campaign reads them (desk/wire.js has those of grades).

export function wireAnswer({ seat, answer, key, shown_ms, replaces, pressed_at }) {
  const entry = { ...answer, seat, key, shown_ms, ago_ms: Math.max(0, Date.now() - pressed_at) };
  return replaces ? { ...entry, replaces } : entry;
}
