// The outbox's entries as the REST API reads them, and the answer that stands for one it would not read.

export function refusal(detail) {
  return { status: "refused", code: "bad_entry", detail, relevance: null, changeable_until: null };
}

export function wireScore({ seat, relevance, key, shown_ms, plays, replaces, pressed_at }) {
  const entry = { seat, relevance, key, shown_ms, plays, ago_ms: Math.max(0, Date.now() - pressed_at) };
  return replaces ? { ...entry, replaces } : entry;
}

export function wireProblem({ seat, problem, note, key, shown_ms, pressed_at }) {
  return { seat, kind: problem, note, key, shown_ms, ago_ms: Math.max(0, Date.now() - pressed_at) };
}
