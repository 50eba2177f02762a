// The outbox: every score and report gets a key and is written down before anything is sent.

export function makeOutbox({ state, store, owner, tab, on }) {
  const writing = new Map(); // key → promise of the write
  const loose = new Map(); // entries that could not be written: only this tab has them
  let lastOrder = 0;

  // Begins to write the entry; sending waits for the write, the person does not.
  function add(fields) {
    const key = newKey();
    lastOrder = Math.max(Date.now(), lastOrder + 1);
    const entry = { ...fields, ...owner, key, tab, order: lastOrder, pressed_at: Date.now() };
    state.unsent.push(entry);
    const write = store.put(entry).catch(() => {
      loose.set(key, entry);
      on.notKept();
    });
    writing.set(key, write.finally(() => writing.delete(key)));
    on.change();
    return entry;
  }

  // All that is unsent, of every tab of this person, oldest first.
  async function pending() {
    await Promise.all(writing.values());
    const kept = await store.all().catch(() => state.unsent);
    const inHand = state.unsent.filter((entry) => writing.has(entry.key));
    const byKey = new Map([...kept, ...loose.values(), ...inHand].map((entry) => [entry.key, entry]));
    state.unsent = [...byKey.values()].sort((a, b) => a.order - b.order);
    lastOrder = Math.max(lastOrder, state.unsent.at(-1)?.order ?? 0);
    return state.unsent.filter((entry) => !writing.has(entry.key));
  }

  function learn(entry) {
    if (!state.unsent.some((one) => one.key === entry.key)) state.unsent.push(entry);
    on.change();
  }

  // The server has answered for them. A failed removal only means that they are sent once more.
  function settle(keys) {
    forget(keys);
    return store.remove(keys).catch(() => {});
  }

  function forget(keys) {
    for (const key of keys) loose.delete(key);
    state.unsent = state.unsent.filter((entry) => !keys.includes(entry.key));
    on.change();
  }

  return { add, pending, learn, settle, forget };
}

// Scores and reports; that a guideline was read is nobody's loss.
export function countUnsent(state) {
  return state.unsent.filter((entry) => entry.kind !== "news").length;
}

export function newKey() {
  if (crypto.randomUUID) return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
