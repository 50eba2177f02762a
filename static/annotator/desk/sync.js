// Keeps the desk and the server in step: sends the outbox in order, and asks for what is wanted, in the background.

const MOST_SENT = 40;
const BETWEEN_MS = 1000;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30000;
const EXPECTED = ["network", "signed-out", "stranger", "suspended", "forbidden", "missing", "rejected"];

// fetchWork(): what is asked for instead of seats, on pages that have none. `claimed`: the promise of the answer to a claim
// that is under way, which the first request may take; null inside it where that failed.
export function makeSync({ state, api, outbox, tabs, hold, wire, fetchWork = null, claimed = null, on }) {
  const { refusal, wireScore, wireProblem } = wire;
  const errands = new Map(); // name → what to ask once there is time
  let running = false;
  let asked = false;
  let timer = null;
  let wait = FIRST_WAIT_MS;
  let oneByOne = false;
  let lastAt = -BETWEEN_MS;
  let early = claimed;

  function ask() {
    asked = true;
    run();
  }

  function errand(name, work) {
    errands.set(name, work);
    run();
  }

  function retry() {
    clearTimeout(timer);
    timer = null;
    wait = FIRST_WAIT_MS;
    run();
  }

  async function run() {
    if (running || timer) return;
    running = true;
    try {
      while (state.unsent.length || asked || errands.size) {
        if (state.unsent.length || asked) await spare(lastAt + BETWEEN_MS - performance.now());
        await tabs.exclusive(step);
        wait = FIRST_WAIT_MS;
        setTrouble(null);
      }
    } catch (trouble) {
      later(trouble);
    } finally {
      running = false;
    }
  }

  // One request at most.
  async function step() {
    const begun = early;
    early = null;
    const entries = await outbox.pending();
    if (hold.isLow()) asked = true;
    if (entries.length) return entries[0].kind === "score" ? sendScores(entries) : sendOne(entries[0]);
    if (asked) return fetchWork ? work() : claim(begun);
    const [first] = errands;
    if (!first) return undefined;
    errands.delete(first[0]);
    return doErrand(...first);
  }

  async function doErrand(name, work) {
    try {
      await work();
    } catch (trouble) {
      if (trouble.kind === "rejected" || trouble.kind === "missing") return;
      errands.set(name, work);
      throw trouble;
    }
  }

  async function sendScores(entries) {
    const other = entries.findIndex((entry) => entry.kind !== "score");
    const run = other < 0 ? entries : entries.slice(0, other);
    const batch = run.slice(0, oneByOne ? 1 : MOST_SENT);
    const claims = asked && !fetchWork && batch.length === entries.length;
    const body = { scores: batch.map(wireScore), ...shownPart() };
    if (claims) Object.assign(body, { claim: hold.count(), ...hold.claimPart() });
    await reportShown(body, async () => {
      const answer = await during(batch.length, () => api.post("scores/", body));
      oneByOne = false;
      if (claims) asked = false;
      await settle(batch, answer.results);
      if (claims) on.claim(answer);
    }, (trouble) => {
      if (trouble.kind !== "rejected") throw trouble;
      // A request that the server will not read must not hold up the scores behind it.
      if (batch.length > 1) {
        oneByOne = true;
        return undefined;
      }
      return settle(batch, [refusal(trouble.detail)]);
    });
  }

  async function sendOne(entry) {
    const refused = entry.kind === "problem" ? ["rejected", "missing"] : ["rejected"];
    const path = entry.kind === "problem" ? "problems/" : "news/";
    try {
      const answer = await during(1, () => api.post(path, entry.kind === "problem" ? wireProblem(entry) : entry.body));
      await settle([entry], [{ status: "saved", answer }]);
    } catch (trouble) {
      if (!refused.includes(trouble.kind)) throw trouble;
      await settle([entry], [refusal(trouble.detail)]);
    }
  }

  async function claim(begun) {
    const body = { count: hold.count(), ...hold.claimPart(), ...shownPart() };
    asked = false;
    await reportShown(body, async () => on.claim(await during(0, async () => (await begun) ?? api.post("seats/claim/", body))), (trouble) => {
      throw trouble;
    });
  }

  async function work() {
    asked = false;
    on.claim(await during(0, fetchWork));
  }

  async function during(count, request) {
    lastAt = performance.now();
    state.sending = count;
    on.change();
    try {
      return await request();
    } finally {
      state.sending = 0;
      on.change();
    }
  }

  // Shown seats are reported once, or again if the request did not get through.
  function shownPart() {
    return state.shown.length ? { shown: state.shown.slice(0, 50) } : {};
  }

  async function reportShown(body, send, fail) {
    try {
      await send();
      state.shown = state.shown.filter((id) => !body.shown?.includes(id));
    } catch (trouble) {
      await fail(trouble);
    }
  }

  // The server answers in order, one result for one entry.
  async function settle(batch, results) {
    const answered = batch.map((entry, place) => ({ entry, result: results[place] })).filter(({ result }) => result);
    const removed = outbox.settle(answered.map(({ entry }) => entry.key));
    for (const { entry, result } of answered) on.result(entry, result);
    tabs.tell("results", { results: answered });
    await removed;
  }

  function later(trouble) {
    const expected = EXPECTED.includes(trouble.kind);
    if (!expected) console.error(trouble);
    asked = true;
    setTrouble(expected ? trouble : { kind: "network", detail: "" });
    clearTimeout(timer);
    timer = setTimeout(() => { timer = null; run(); }, wait);
    wait = Math.min(2 * wait, LONGEST_WAIT_MS);
  }

  function setTrouble(trouble) {
    const before = state.trouble;
    state.trouble = trouble;
    on.trouble(trouble, before);
  }

  addEventListener("online", retry);
  return { ask, errand, retry, run };
}

function spare(ms) {
  return ms > 0 ? new Promise((resolve) => setTimeout(resolve, ms)) : undefined;
}
