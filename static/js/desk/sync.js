// Keeps the desk and the server in step: sends scores in the background, and asks for the next seats.

const AHEAD = 4; // the pair in view and three more
const MOST_SENT = 40;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30000;

export function makeSync({ state, api, worker, store, on }) {
  let running = false;
  let asked = false;
  let timer = null;
  let wait = FIRST_WAIT_MS;
  let oneByOne = false;

  function add(entry) {
    state.unsent.push(entry);
    store.save(state.unsent);
    on.change();
    run();
  }

  function ask() {
    asked = true;
    run();
  }

  function retry() {
    clearTimeout(timer);
    timer = null;
    run();
  }

  async function run() {
    if (running || timer) return;
    running = true;
    try {
      while (state.unsent.length || asked) {
        if (state.trouble) await checkPerson();
        await step();
        wait = FIRST_WAIT_MS;
        setTrouble(null);
      }
    } catch (trouble) {
      later(trouble);
    } finally {
      running = false;
    }
  }

  async function step() {
    const batch = state.unsent.slice(0, oneByOne ? 1 : MOST_SENT);
    const count = Math.min(AHEAD + state.unsent.length - batch.length, 50);
    asked = false;
    state.sending = batch.length;
    on.change();
    try {
      const answer = batch.length
        ? await api.post("scores/", { scores: batch.map(wire), claim: count })
        : await api.post("seats/claim/", { count });
      settle(batch, answer.results ?? []);
      on.claim(answer);
    } catch (trouble) {
      if (trouble.kind !== "rejected" || !batch.length) throw trouble;
      refuse(batch, trouble.detail);
    } finally {
      state.sending = 0;
      on.change();
    }
  }

  // The server answers in order, one result for one entry.
  function settle(batch, results) {
    batch.forEach((entry, place) => {
      const result = results[place];
      if (!result) return;
      drop(entry);
      on.result(entry, result);
    });
    oneByOne = false;
  }

  // A request that the server will not read must not hold up the scores behind it.
  function refuse(batch, detail) {
    if (batch.length > 1) {
      oneByOne = true;
      return;
    }
    drop(batch[0]);
    on.result(batch[0], { status: "refused", detail, relevance: null, changeable_until: null });
  }

  function drop(entry) {
    state.unsent = state.unsent.filter((other) => other !== entry);
    store.save(state.unsent);
  }

  function later(trouble) {
    const expected = ["network", "signed-out", "forbidden", "rejected", "stranger"].includes(trouble.kind);
    if (!expected) console.error(trouble);
    asked = true;
    setTrouble(expected ? trouble : { kind: "network", detail: "" });
    timer = setTimeout(retry, wait);
    wait = Math.min(2 * wait, LONGEST_WAIT_MS);
  }

  // Whoever signed in again may be somebody else: their account must not get these scores.
  async function checkPerson() {
    const me = await api.get("me/");
    if (me.worker_id !== worker) throw { kind: "stranger", detail: me.worker_id };
  }

  function setTrouble(trouble) {
    state.trouble = trouble;
    on.change();
  }

  addEventListener("online", () => { wait = FIRST_WAIT_MS; retry(); });
  addEventListener("focus", () => state.trouble && retry());
  return { add, ask, retry };
}

// The unsent scores outlive a reload of the tab; each has its key, so sending one twice stores it once.
export function makeStore(name) {
  return {
    load() {
      try {
        return JSON.parse(sessionStorage.getItem(name)) ?? [];
      } catch {
        return [];
      }
    },
    save(entries) {
      try {
        sessionStorage.setItem(name, JSON.stringify(entries));
      } catch {
        // The tab keeps them in memory.
      }
    },
  };
}

export function newKey() {
  if (crypto.randomUUID) return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function wire({ seat, relevance, key, shown_ms, replaces }) {
  return replaces ? { seat, relevance, key, shown_ms, replaces } : { seat, relevance, key, shown_ms };
}
