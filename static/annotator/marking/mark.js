// The marker's desk: a long video, the questions about it, and the segments that answer them. All that changes lies in
// `state`, in `desk` (what is in view) and in the values that editing.js holds. This module makes the others' objects
// known to each other, and starts.

export async function start({ settings, modules, claimed }) {
  const { marking } = modules;
  const state = {
    ...modules.shell.freshState(settings),
    questions: [], // those of this person, as feed.js reads them
    handled: new Set(), // seats answered or reported here, whatever the server still says
  };
  const desk = { question: null, seat: null, asked: [], pieces: null, piece: 0 };
  const find = (id) => state.questions.find((one) => one.id === id);

  const shell = await modules.shell.makeShell({
    settings, modules, state, claimed, shelf: "reelevance-marking", countUnsent: modules.outbox.countUnsent,
    hold: (player) => modules.feed.makeFeed({ state, player, most: settings.claims }),
    on: {
      heard,
      added: (entry) => sending.takeAdded(entry),
      results: (results) => sending.takeResults(results),
      result: (entry, result) => sending.takeResult(entry, result),
      claim: takeClaim,
    },
  });
  const { root, part, dialog, text, numbers, api, outbox, drafts, hold: feed, sync, news, notices } = shell;
  const drawing = modules.mark_screen.makeMarkScreen({ root, part, state, desk, numbers, text, parts: () => ({ panel, sending, hold: feed, editing, reel, condition, lesson }) });
  const say = (place, word) => (desk.pieces ? sayOfPiece(desk.piece, word) : editing.say(place));
  const viewer = modules.viewer.makeViewer({
    modules, shell, state, desk, settings, values: marking,
    content: () => ({ span: desk.pieces?.[desk.piece]?.span ?? null, truth: desk.question?.lesson?.segments ?? null }),
    actions: {
      nextQuestion: () => turnBy(1),
      previousQuestion: () => turnBy(-1),
      first: () => say(0, "yes"),
      second: () => say(1, "no"),
      third: () => say(2, "undecided"),
      none: () => editing.none(),
      note: () => part("note").focus(),
      submit,
      report: (kind = null) => { if (state.current) problems.open(state.current, kind); },
      reportBroken: () => { if (state.current) problems.open(state.current, "broken_clip"); },
    },
    on: {
      draw: drawing.draw,
      progress: drawing.progress,
      turn: (seat) => stage.turn(find(seat) ?? state.current),
      turned(question) {
        desk.asked = marking.QUESTIONS.filter((name) => question?.condition || name !== "condition_needed");
        screen.hint(""); // it was about the question before
        part("note").value = editing.markingOf(question?.id).note; // before its video is there: what is typed now is meant for it
      },
      keep: (seat) => drafts.keepAnswer(seat, editing.markingOf(seat)),
      shown: ({ id, sent }) => { if (!sent && !state.shown.includes(id)) state.shown.push(id); },
    },
  });
  const { reel, editing, viewing, screen, stage, timecode } = viewer;
  const sending = modules.sending.makeSending({
    state, marking, feed, editing, drafts, outbox, sync, tabs: shell.tabs, notices, afterFrame: modules.later.afterFrame, text, now: api.serverNow,
    on: { change: screen.refresh, news: (answer) => news.take(answer), left: (seat) => { if (desk.seat === seat) advance(); } },
  });
  const panel = modules.panel.makePanel({
    part, root, text, timecode, marking, element: modules.element, lists: modules.lists,
    on: {
      ask: (id) => stage.turn(find(id)),
      segment: editing.choose,
      remove: editing.remove,
      judge: editing.answer,
      note: editing.note,
      word: sayOfPiece,
      piece: (place) => stage.setPiece(place),
    },
  });
  const condition = modules.condition.makeCondition({
    box: part("condition"), makeSeeker: modules.seeker.makeSeeker, frameTable: modules.frame_table, videos: state.videos, label: text("condition"),
  });
  const lesson = modules.lesson.makeLesson({ part, text, timecode, element: modules.element, on: { seek: viewer.moving.to } });
  const examMark = modules.exam_mark.makeExamMark({ settings, state, root, text, sync, api, on: { mode: showEmpty } });
  const problems = modules.problems.makeProblems({ dialog: dialog("report"), text, on: { report: sending.report } });

  // Another tab marks the same question or watches the same video: both show the same.
  function heard(entry) {
    if (entry.marking && find(entry.key)) editing.restore(entry.key, entry.marking);
    else viewer.heard(entry);
    screen.refresh();
  }

  function takeClaim(answer) {
    if (!answer.seats) return;
    const known = new Set(state.questions.map(({ id }) => id));
    const { lost } = feed.take(answer);
    for (const { id } of state.questions) if (!known.has(id) && drafts.answer(id)) editing.restore(id, drafts.answer(id));
    news.hear(answer.news);
    examMark.hear();
    if (lost.includes(state.current)) notices.add(text("question-gone"), "note");
    if (!state.current || lost.includes(state.current)) advance({ answered: true });
    else stage.renewed();
    screen.refresh();
  }

  function showEmpty() {
    screen.setMode("empty");
    if (!state.failed) modules.next_step.sayNextStep({ part, root, state, address: settings.start });
  }

  // On to the next question, and to what was not watched yet.
  async function advance({ answered = false, after = null } = {}) {
    const before = state.video;
    const next = feed.next(after);
    await stage.turn(next);
    if (!next) {
      if (!answered) sync.ask();
      screen.hint("");
      if (state.unsent.length || !state.reason) screen.setMode("loading");
      else showEmpty();
      return;
    }
    if (after && !next.pieces && state.video === before) viewer.toGap();
  }

  function submit() {
    const { question } = desk;
    if (!question) return;
    const missing = sending.missing(question);
    if (missing.length) return void screen.hint(text(`missing-${missing[0]}`));
    if (question.sent && !sending.isChanged(question)) return void screen.hint(text("sent-already"));
    if (sending.isFinal(question)) return void screen.hint(text("sent-final"));
    reel.pause();
    part("note").blur(); // what is pressed next is meant for the next question
    viewing.beat();
    sending.send(question, screen.takeShownMs());
    advance({ after: question });
  }

  function sayOfPiece(place, word) {
    const piece = desk.pieces?.[place];
    if (!piece || (piece.asks === "edges" && word !== "undecided")) return void screen.hint(text("piece-edges"));
    editing.word(place, word);
    const open = desk.pieces.findIndex((one, at) => marking.wordOf(editing.markingOf(desk.seat), one, at) === null);
    if (open >= 0) stage.setPiece(open);
  }

  function turnBy(step) {
    const all = feed.ofVideo(state.video);
    const next = all[all.indexOf(state.current) + step] ?? null;
    if (next) stage.turn(next);
    else screen.hint(text(step > 0 ? "no-next-question" : "no-previous-question"));
  }

  await shell.load();
  for (const entry of state.unsent) if (entry.seat && entry.problem !== "question") state.handled.add(entry.seat);
  shell.changed();
  sync.ask();
  sync.errand("history", async () => sending.takePast(await api.get("scores/?last=20")));
}
