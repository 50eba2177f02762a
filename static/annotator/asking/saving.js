// Brings to the server what its author has written, one request after the other: makes a question, saves it, submits it,
// deletes it. What the server would not take is said at its question, and is tried again once it has changed.

const QUIET_MS = 1200; // after the last letter
export const TAKE_BACK_MS = 6000; // so long a submission can be undone before it is sent

export function makeSaving({ state, papers, values, api, sync, text, notices, on }) {
  let timer = null;
  let hurried = false;

  // Soon, or at once; waits for the last letter.
  function later(ms = QUIET_MS) {
    clearTimeout(timer);
    timer = setTimeout(now, ms);
  }

  function now() {
    clearTimeout(timer);
    if (papers.ready(leftOf)) sync.errand("asks", push);
  }

  // For how long a submission can still be taken back.
  const leftOf = ({ at }) => (hurried || document.hidden ? 0 : at + TAKE_BACK_MS - Date.now());

  // One question's next step; the errand is asked for again until nothing is left.
  async function push() {
    await papers.catchUp();
    const question = papers.ready(leftOf);
    if (!question) return;
    try {
      if (!(await step(question))) return;
    } catch (trouble) {
      await refused(question, trouble);
    } finally {
      on.change();
    }
    if (papers.ready(leftOf)) sync.errand("asks", push);
  }

  async function step(question) {
    const value = papers.valueOf(question);
    if (value.removed) return remove(question);
    if (question.number === null) return make(question, value);
    if (papers.textOf(value) !== question.base?.fields) return save(question, value);
    return submit(question, value.sent);
  }

  async function remove(question) {
    await api.remove(`asks/${question.number}/`);
    Object.assign(question, { number: null, base: null, asked: false }); // if its author brings it back, it is made anew
    await papers.keep(question);
    return true;
  }

  // An answer that was lost may have made it already, which the list then shows.
  async function make(question, { task }) {
    if (question.asked) on.desk(await api.get("asks/"));
    question.asked = true;
    await papers.keep(question);
    if (question.number === null) await taken(question, await api.post("asks/", { task }));
    return true;
  }

  async function save(question, value) {
    const fields = values.fieldsOf(value);
    question.sending = JSON.stringify(fields);
    await taken(question, await api.put(`asks/${question.number}/`, { ...fields, revision: question.base?.revision }));
    return true;
  }

  // False while its author may still take it back.
  async function submit(question, sent) {
    const left = leftOf(sent);
    if (left > 0) {
      later(left);
      return false;
    }
    const body = { key: sent.key, shown_ms: sent.shown_ms, ago_ms: Math.max(0, Date.now() - sent.at) };
    await taken(question, await api.post(`asks/${question.number}/submit/`, body));
    on.submitted(question);
    return true;
  }

  function taken(question, ask) {
    papers.settle(question, ask, JSON.stringify(values.fieldsOf(ask)));
    question.trouble = null;
    return papers.keep(question);
  }

  async function refused(question, trouble) {
    if (trouble.kind === "missing" && papers.valueOf(question).removed) return void papers.forget(question);
    if (trouble.kind !== "rejected" && trouble.kind !== "missing") throw trouble;
    if (papers.valueOf(question).sent) on.unsent(question);
    question.trouble = { fields: papers.mark(question), words: trouble.detail };
    if (trouble.kind === "missing" || ["revision", "state", "video"].some((field) => field in trouble.fields)) on.desk(await api.get("asks/"));
    if (question.trouble && !question.conflict) notices.add(text("refused-question", { n: question.number ?? "–", detail: trouble.detail }), "refused");
  }

  document.addEventListener("visibilitychange", () => { if (document.hidden) now(); });
  return {
    later, now,
    // Nothing can be taken back while its author is finishing the video.
    hurry(value) {
      hurried = value;
      now();
    },
    countUnsent: () => papers.unsaved().length + state.unsent.filter(({ kind }) => kind !== "news").length,
  };
}
