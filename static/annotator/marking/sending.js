// Sends the answers, and brings what the server and the other tabs say about them into the desk.

export function makeSending({ state, marking, feed, editing, drafts, outbox, sync, tabs, notices, afterFrame, text, now, on }) {
  const find = (seat) => state.questions.find((one) => one.id === seat);
  const about = (question) => ({ pieces: question.pieces, hasCondition: question.condition !== null });

  const missing = (question) => marking.missingIn(editing.markingOf(question.id), about(question));
  const isFinal = (question) => Boolean(question.sent?.until) && question.sent.until <= now();
  const isChanged = (question) => question.sent !== null && question.sent.answer !== JSON.stringify(marking.answerOf(editing.markingOf(question.id), about(question)));

  function send(question, shownMs) {
    const answer = marking.answerOf(editing.markingOf(question.id), about(question));
    const replaces = question.sent?.key;
    const entry = outbox.add({ kind: "score", seat: question.id, answer, shown_ms: Math.round(shownMs), ...(replaces ? { replaces } : {}) });
    if (!replaces && state.today !== null) state.today += 1;
    take(question, entry);
    tabs.tell("added", { entry });
    afterFrame(sync.run);
  }

  function take(question, entry) {
    state.handled.add(entry.seat);
    if (question) question.sent = { key: entry.key, until: null, answer: JSON.stringify(entry.answer) };
  }

  function report(question, problem, note) {
    const entry = outbox.add({ kind: "problem", seat: question.id, problem, note, query: question.query, shown_ms: 0 });
    if (problem !== "question") leave(question.id);
    notices.add(text(problem === "question" ? "question-sent" : "reported"), "note");
    tabs.tell("added", { entry });
    afterFrame(sync.run);
  }

  function leave(seat) {
    state.handled.add(seat);
    state.questions = state.questions.filter((one) => one.id !== seat);
    on.left(seat);
  }

  function takeResult(entry, result) {
    if (entry.kind === "news") return void on.news(result.answer);
    if (entry.kind === "problem") {
      if (result.status === "refused") notices.add(text("refused-report", { detail: result.detail || "–" }), "refused");
      return;
    }
    const question = find(entry.seat);
    if (result.status === "refused") return void refuse(question, entry, result);
    if (question?.sent && result.changeable_until) question.sent.until = Date.parse(result.changeable_until);
    if (!question || question.sent?.key === entry.key) drafts.forget(entry.seat);
    on.change();
  }

  // What the server did not take is open again, with everything that was marked.
  function refuse(question, entry, { code, detail }) {
    const known = ["reassigned", "withdrawn", "final", "other_value"].includes(code);
    notices.add(text(known ? `refused-${code}` : "refused-answer", { detail: detail || "–" }), "refused");
    if (!known && question) {
      state.handled.delete(entry.seat);
      question.sent = null;
    } else if (code === "reassigned" || code === "withdrawn") {
      drafts.forget(entry.seat);
      leave(entry.seat);
    }
    if (!entry.replaces && state.today !== null) state.today = Math.max(0, state.today - 1);
    on.change();
  }

  // What was sent before the page was opened, and may still be changed.
  function takePast({ scores, videos }) {
    for (const [key, video] of Object.entries(videos ?? {})) if (!state.videos.has(key)) state.videos.set(key, video);
    for (const score of scores) {
      if (!score.changeable || !score.video || find(score.seat)) continue;
      const { seat: id, query, task, video, condition, key } = score;
      const question = { id, query, task, video, condition: condition ?? null, pieces: score.pieces ?? null, lesson: score.lesson ?? null, sent: null };
      editing.restore(id, marking.markingOf(score));
      state.handled.add(id);
      question.sent = { key, until: Date.parse(score.changeable_until), answer: JSON.stringify(marking.answerOf(editing.markingOf(id), about(question))) };
      state.questions.unshift(question);
    }
    on.change();
  }

  function takeAdded(entry) {
    outbox.learn(entry);
    if (entry.kind === "score") take(find(entry.seat), entry);
    else if (entry.kind === "problem" && entry.problem !== "question") leave(entry.seat);
    on.change();
    sync.run();
  }

  function takeResults(results) {
    outbox.forget(results.map(({ entry }) => entry.key));
    for (const { entry, result } of results) takeResult(entry, result);
  }

  return { send, report, missing, isFinal, isChanged, takeResult, takePast, takeAdded, takeResults };
}
