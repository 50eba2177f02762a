// Sends the answers, and brings what the server and the other tabs say about them into the desk.

const KEPT = 60;
const KNOWN = ["reassigned", "withdrawn", "final", "other_value"];

export function makeSending({ state, outbox, drafts, sync, tabs, notices, afterFrame, text, now, on }) {
  const find = (seat) => state.past.find(({ id }) => id === seat);

  const secondsLeft = ({ past }) => (past.until === null ? null : Math.max(0, Math.ceil((past.until - now()) / 1000)));
  const isFinal = (item) => Boolean(item?.past) && (item.past.final || secondsLeft(item) === 0);

  function pastWords(item) {
    if (isFinal(item)) return text("past-final");
    const seconds = secondsLeft(item);
    if (seconds === null) return text("past-open");
    return text("past-until", { time: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` });
  }

  function send(item, answer, { shown_ms, plays }) {
    const replaces = item.past?.key;
    if (replaces && JSON.stringify(item.past.answer) === JSON.stringify(answer)) return;
    const entry = outbox.add({ kind: "score", seat: item.id, answer, shown_ms: Math.round(shown_ms), plays, ...(replaces ? { replaces } : {}) });
    if (!replaces && state.today !== null) state.today += 1;
    keep(item, entry);
    tabs.tell("added", { entry });
    afterFrame(sync.run);
  }

  function keep(item, entry) {
    state.handled.add(entry.seat);
    if (!item) return;
    item.past = { key: entry.key, until: null, final: false, answer: entry.answer };
    if (!state.past.includes(item)) state.past = [...state.past, item].slice(-KEPT);
  }

  function report(item, problem, note) {
    const entry = outbox.add({ kind: "problem", seat: item.id, problem, note, query: item.query, shown_ms: 0 });
    if (problem !== "question") leave(item.id);
    notices.add(text(problem === "question" ? "question-sent" : "reported"), "note");
    tabs.tell("added", { entry });
    afterFrame(sync.run);
  }

  function leave(seat) {
    state.handled.add(seat);
    state.past = state.past.filter(({ id }) => id !== seat);
    state.upcoming = state.upcoming.filter(({ id }) => id !== seat);
    on.left(seat);
  }

  function takeResult(entry, result) {
    if (entry.kind === "news") return void on.news(result.answer);
    if (entry.kind === "problem") {
      if (result.status === "refused") notices.add(text("refused-report", { detail: result.detail || "–" }), "refused");
      return;
    }
    const item = find(entry.seat);
    if (result.status === "refused") return void refuse(item, entry, result);
    if (item?.past && result.changeable_until) item.past.until = Date.parse(result.changeable_until);
    drafts.forget(entry.seat);
    on.change();
  }

  // What the server did not take comes next again, with everything that was written.
  function refuse(item, entry, { code, detail }) {
    notices.add(text(KNOWN.includes(code) ? `refused-${code}` : "refused-answer", { detail: detail || "–" }), "refused");
    if (!entry.replaces && state.today !== null) state.today = Math.max(0, state.today - 1);
    if (code === "reassigned" || code === "withdrawn") leave(entry.seat);
    else if (!KNOWN.includes(code) && item && !entry.replaces) bringBack(item);
    on.change();
  }

  function bringBack(item) {
    state.handled.delete(item.id);
    state.past = state.past.filter((one) => one !== item);
    if (item.past.answer.captions) drafts.keepAnswer(item.id, item.past.answer.captions);
    item.past = null;
    state.upcoming.unshift(item);
  }

  // What was sent before the page was opened.
  function takePast({ scores }) {
    for (const score of [...scores].reverse()) {
      if (find(score.seat)) continue;
      const { seat: id, key, changeable_until, changeable, judgement, captions, assignment, ...seen } = score;
      const answer = judgement ? { judgement } : captions ? { captions } : { assignment };
      state.handled.add(id);
      state.past.push({ ...seen, id, past: { key, until: Date.parse(changeable_until), final: !changeable, answer } });
    }
    on.change();
  }

  function takeAdded(entry) {
    outbox.learn(entry);
    const item = find(entry.seat) ?? state.upcoming.find(({ id }) => id === entry.seat) ?? (state.current?.id === entry.seat ? state.current : null);
    if (entry.kind === "score") {
      keep(item, entry);
      state.upcoming = state.upcoming.filter(({ id }) => id !== entry.seat);
      if (state.current?.id === entry.seat) on.left(entry.seat);
    } else if (entry.kind === "problem" && entry.problem !== "question") leave(entry.seat);
    on.change();
    sync.run();
  }

  function takeResults(results) {
    outbox.forget(results.map(({ entry }) => entry.key));
    for (const { entry, result } of results) takeResult(entry, result);
  }

  return { send, report, isFinal, pastWords, takeResult, takePast, takeAdded, takeResults };
}
