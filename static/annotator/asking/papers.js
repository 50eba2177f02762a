// The author's questions: those of the video, those that came back, and what is not saved yet of each. What the server
// has and what this computer kept are brought together here.
//
// A question: {id, number, video, state, version, reason, returns, base, conflict, trouble, asked}. `number` is null until
// the server has made it. `base` is what the server has, {revision, fields as a text}. `conflict` is the server's form
// where both have changed. `trouble` is what the server would not take, {fields as a text, words}.

export const EDITABLE = ["draft", "returned"];

export function makePapers({ state, desk, values, editing, drafts, newId, on }) {
  const find = (id) => state.questions.find((one) => one.id === id) ?? null;
  const byNumber = (number) => state.questions.find((one) => one.number === number) ?? null;
  const valueOf = (question) => editing().markingOf(question.id);
  const textOf = (value) => JSON.stringify(values.fieldsOf(value));
  const isEditable = (question) => EDITABLE.includes(question.state);
  const fresh = (video) => ({ id: newId(), number: null, video, state: "draft", version: 1, reason: "", returns: 0, base: null, conflict: null, trouble: null, asked: false });

  function isUnsaved(question) {
    if (!isEditable(question)) return false;
    const value = valueOf(question);
    if (value.removed) return question.number !== null;
    if (value.sent) return true;
    if (question.number === null) return !values.isEmpty({ ...value, draft: null });
    return textOf(value) !== question.base?.fields;
  }

  // What can be done about it now: a conflict waits for its author, and what was refused for a change.
  function isReady(question) {
    if (question.number === null && question.video !== state.mine) return false; // its video comes back first
    return isUnsaved(question) && !question.conflict && question.trouble?.fields !== mark(question);
  }
  const mark = (question) => `${textOf(valueOf(question))}${valueOf(question).sent ? "!" : ""}`;

  const isBlank = (question) => question.number === null && values.isEmpty(valueOf(question));

  // Those in view, without the deleted ones; the blank one stands last, only for the video that is written about.
  function shown() {
    const blank = ensureBlank();
    const own = state.questions.filter((one) => one.video === state.mine && state.mine && !valueOf(one).removed && !isBlank(one));
    const returned = state.questions.filter((one) => one.video !== state.mine && one.state === "returned");
    return { own: blank ? [...own, blank] : own, returned };
  }

  // There is always one in which nothing stands yet.
  function ensureBlank() {
    if (!state.mine) return null;
    const isMine = (one) => one.video === state.mine && isBlank(one) && !valueOf(one).removed;
    return state.questions.find(isMine) ?? add(fresh(state.mine));
  }

  function keep(question) {
    const { number, video, base, state: stands, version, reason, returns, asked } = question;
    return drafts.keepAnswer(question.id, { value: valueOf(question), number, video, base, state: stands, version, reason, returns, asked });
  }

  // ---- what this computer kept, maybe by another tab

  function heard({ key: id, marking: kept }) {
    if (kept.value.removed && kept.number === null && !find(id)) return void drafts.forget(id);
    const question = find(id) ?? add({ ...fresh(kept.video), id });
    adopt(question, kept);
    editing().restore(id, kept.value);
  }

  function adopt(question, { number, video, base, state: stands, version, reason, returns, asked }) {
    if (question.base && base && base.revision < question.base.revision) return;
    Object.assign(question, { number: number ?? question.number, video, base: base ?? question.base, state: stands, version, reason, returns, asked });
  }

  // Numbers and revisions that another tab has got meanwhile.
  async function catchUp() {
    for (const { key, marking: kept } of await drafts.stored()) {
      const question = find(key);
      if (question) adopt(question, kept);
    }
  }

  function add(question) {
    state.questions.push(question);
    return question;
  }

  // ---- what the server has

  function take({ asks, returned }) {
    const all = [...asks, ...returned.filter(({ number }) => !asks.some((one) => one.number === number))];
    for (const ask of all) takeOne(ask);
    const numbers = new Set(all.map(({ number }) => number));
    for (const question of [...state.questions]) if (question.number !== null && !numbers.has(question.number)) gone(question);
    const place = (one) => one.number ?? Infinity;
    state.questions.sort((a, b) => place(a) - place(b));
  }

  // It was deleted elsewhere, or its video is not here. What was not saved stays, as a new draft if there is a place.
  function gone(question) {
    if (!isUnsaved(question) || valueOf(question).removed) return void forget(question);
    if (question.video === state.mine) startAgain(question);
  }

  function startAgain(question) {
    Object.assign(question, { number: null, base: null, state: "draft", conflict: null, trouble: null });
    if (valueOf(question).sent) editing().restore(question.id, { ...valueOf(question), sent: null });
    keep(question);
    on.again(question);
  }

  function forget(question) {
    state.questions = state.questions.filter((one) => one !== question);
    drafts.forget(question.id);
  }

  function takeOne(ask) {
    const known = byNumber(ask.number) ?? adopted(ask);
    const question = known ?? add({ ...fresh(ask.video), number: ask.number });
    const fields = JSON.stringify(values.fieldsOf(ask));
    const before = question.base;
    const [unsaved, mine] = known ? [isUnsaved(known), textOf(valueOf(known))] : [false, fields];
    const isOurs = !before || [before.fields, mine, question.sending].includes(fields);
    const isEditableThere = EDITABLE.includes(ask.state);
    if (before?.revision === ask.revision && question.state === ask.state) return void settle(question, ask, fields);
    if (unsaved && isEditableThere && !isOurs) {
      question.conflict = ask;
      return;
    }
    settle(question, ask, fields);
    if (unsaved && isEditableThere) return;
    if (unsaved && mine !== fields) copyOf(question, mine);
    editing().restore(question.id, values.valueOf(ask));
    drafts.forget(question.id);
  }

  // An answer that got lost may have made a question already: it is empty and nobody's here.
  function adopted(ask) {
    const isBlank = ask.state === "draft" && values.isEmpty(values.valueOf(ask));
    return isBlank ? state.questions.find((one) => one.asked && one.number === null && one.video === ask.video) ?? null : null;
  }

  function settle(question, ask, fields) {
    const { number, video, state: stands, version, reason, returns, revision } = ask;
    if (question.base?.revision !== revision) question.trouble = null;
    Object.assign(question, { number, video: video ?? question.video, state: stands, version, reason, returns, base: { revision, fields }, conflict: null });
  }

  // It was submitted elsewhere, while something else was written here: that goes on as a question of its own.
  function copyOf(question, mine) {
    const copy = add(fresh(state.mine ?? question.video));
    editing().restore(copy.id, { ...values.NOTHING, ...JSON.parse(mine) });
    keep(copy);
    on.copied(question);
  }

  // Their author has seen both: `mine` is saved over the other, or the other takes its place.
  function decide(question, mine) {
    const ask = question.conflict;
    settle(question, ask, JSON.stringify(values.fieldsOf(ask)));
    if (!mine) editing().put({ ...values.valueOf(ask), chosen: null });
    keep(question);
  }

  // Those of the video that is written about; what holds it back from being finished.
  const ofMine = () => state.questions.filter((one) => state.mine && one.video === state.mine && !valueOf(one).removed && !isBlank(one));
  const isWaiting = (question, until) => Boolean(valueOf(question).sent) && textOf(valueOf(question)) === question.base?.fields && until(valueOf(question).sent) > 0;

  return {
    find, valueOf, textOf, isEditable, isUnsaved, mark, shown, keep, heard, catchUp, take, settle, forget, decide, ofMine, isBlank, blank: ensureBlank,
    unsaved: () => state.questions.filter(isUnsaved),
    // The next one to be sent; one that may be taken back for a while comes after the others.
    ready(until) {
      const all = state.questions.filter(isReady);
      return all.find((one) => !isWaiting(one, until)) ?? all[0] ?? null;
    },
    isLocked: () => Boolean(desk.question) && (!isEditable(desk.question) || Boolean(valueOf(desk.question).sent)),
  };
}
