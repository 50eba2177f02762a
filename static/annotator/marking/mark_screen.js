// Draws what a marker has beside the video: the questions, the answer in hand, and how far the work is.

export function makeMarkScreen({ root, part, state, desk, numbers, text, parts }) {
  let conditionShown = null;

  function draw() {
    const { panel, sending, hold, editing, reel, lesson } = parts();
    const { question } = desk;
    panel.showQuestions(hold.ofVideo(state.video), question, (one) => stateOf(one));
    if (root.dataset.question !== (question?.id ?? "")) panel.showQuestion(question);
    lesson.teach(question?.lesson ?? null);
    showCondition(question?.condition ?? null);
    root.dataset.question = question?.id ?? "";
    part("guide").hidden = Boolean(question);
    for (const name of ["answer", "foot"]) part(name).hidden = !question;
    if (!question || !reel.table) return;
    const now = editing.markingOf(question.id);
    panel.showAnswer(now, { question, asked: desk.asked, piece: desk.piece, locked: sending.isFinal(question) });
    const missing = sending.missing(question);
    const isSent = question.sent !== null && !sending.isChanged(question);
    panel.showSend({ missing, sent: isSent, words: isSent ? text("sent") : missing.length ? text(`missing-${missing[0]}`) : text("ready") });
  }

  function showCondition(condition) {
    if (condition === conditionShown) return;
    conditionShown = condition;
    const { condition: show, reel } = parts();
    show(condition, { key: state.video, table: reel.table });
  }

  function stateOf(question) {
    const { sending, editing } = parts();
    if (question.sent && sending.isChanged(question) && !sending.isFinal(question)) return "begun";
    if (question.sent) return state.unsent.some(({ key }) => key === question.sent.key) ? "sending" : "sent";
    const { segments, none, draft, words } = editing.markingOf(question.id);
    return segments.length || none || draft || Object.keys(words).length ? "begun" : "open";
  }

  function progress() {
    part("left").textContent = state.left === null ? "–" : numbers.format(state.left + parts().hold.held().length);
  }

  return { draw, progress };
}
