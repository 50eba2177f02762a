// The author's desk: a long video, the questions that its author writes about it, and the segments that answer them. All
// that changes lies in `state`, in `desk` (what is in view) and in the values that editing.js holds. This module makes
// the others' objects known to each other, and starts.

const NEWS_MS = 120000; // how often what became of the questions is asked for

export async function start({ settings, modules }) {
  const values = modules.question.makeQuestions(modules.marking);
  const state = {
    ...modules.shell.freshState(settings),
    questions: [], // as papers.js has them
    mine: null, // the key of the video that is written about
    wanted: [], // how many questions of each task are wanted, and how many there are
    loaded: false, // whether the server has answered yet
  };
  const desk = { question: null, seat: null, video: null, isLocked: () => papers.isLocked() };

  const shell = await modules.shell.makeShell({
    settings, modules, state, shelf: "reelevance-writing", countUnsent: () => saving?.countUnsent() ?? 0,
    fetchWork: (api) => api.get("asks/"),
    hold: () => ({ isLow: () => false, count: () => 0, claimPart: () => ({}) }),
    on: {
      heard,
      added: (entry) => shell.outbox.learn(entry),
      results: (results) => shell.outbox.forget(results.map(({ entry }) => entry.key)),
      result: takeResult,
      claim: takeDesk,
    },
  });
  const { root, part, dialog, text, api, drafts, sync, news, notices } = shell;
  const papers = modules.papers.makePapers({
    state, desk, values, drafts, editing: () => editing, newId: modules.outbox.newKey,
    on: {
      again: () => notices.add(text("deleted-elsewhere"), "note-stays"),
      copied: ({ number }) => notices.add(text("submitted-elsewhere", { n: number }), "note-stays"),
    },
  });
  const viewer = modules.viewer.makeViewer({
    modules, shell, state, desk, settings, values,
    content: () => ({ picture: pictureInView() }),
    actions: {
      accept: () => (state.reason === "begin" && !desk.question ? begin() : editing.accept()),
      nextQuestion: () => turnBy(1),
      previousQuestion: () => turnBy(-1),
      nextReturned,
      words: () => write(papers.isLocked() ? papers.blank() : desk.question),
      newQuestion: () => write(papers.blank()),
      textOnly: () => setTask("ms"),
      withPicture: () => setTask("ims"),
      picture: takePicture,
      toPicture: () => (pictureInView() === null ? screen.hint(text("picture-none")) : viewer.moving.to(pictureInView())),
      discard,
      submit,
      finish: () => finishing.open(),
      begin,
    },
    on: {
      draw: () => panel.draw(desk.question),
      progress: () => { part("left").textContent = shell.numbers.format(papers.ofMine().filter((one) => one.state !== "draft").length); },
      turn: (id) => turn(papers.find(id) ?? desk.question),
      turned: () => panel.draw(desk.question), // before its video is there: what is typed now is meant for it
      moved: putBack,
      keep,
      shown() {},
    },
  });
  const { reel, editing, viewing, screen, stage, timecode } = viewer;
  const saving = modules.saving.makeSaving({
    state, papers, values, api, sync, text, notices,
    on: {
      change() { shell.changed(); finishing.redraw(); screen.refresh(); },
      desk: takeDesk,
      submitted,
      unsent: (question) => editing.restore(question.id, { ...papers.valueOf(question), sent: null }),
    },
  });
  const condition = modules.condition.makeCondition({
    box: part("condition"), makeSeeker: modules.seeker.makeSeeker, frameTable: modules.frame_table, videos: state.videos, label: text("condition"),
  });
  const finishing = modules.finishing.makeFinishing({
    dialog: dialog("finishing"), state, papers, saving, editing, values, viewing, sync, api, text,
    on: { finished, refused: takeDesk },
  });
  const panel = modules.write_panel.makeWritePanel({
    root, part, text, timecode, values, papers, element: modules.element, lists: modules.lists, parts: () => ({ condition, state, reel }),
    on: {
      ask: (id) => turn(papers.find(id)),
      segment: editing.choose,
      remove: editing.remove,
      task: setTask,
      words: (words) => { editing.put(values.setText(editing.current(), words), { run: `words ${desk.seat}` }); },
      decide(mine) {
        papers.decide(desk.question, mine);
        saving.now();
        screen.refresh();
      },
    },
  });

  const pictureInView = () => {
    const { condition: taken } = editing.markingOf(desk.seat);
    return taken?.key === state.video ? taken.at_ms : null;
  };

  // ---- what is kept and what comes

  function keep(id) {
    const question = papers.find(id);
    if (!question) return;
    papers.keep(question);
    saving.later();
    shell.changed();
  }

  function heard(entry) {
    if (entry.marking) papers.heard(entry);
    else viewer.heard(entry);
    shell.changed();
    screen.refresh();
  }

  // Entries of the outbox: what was read, and what the marker's desk had left behind.
  function takeResult(entry, result) {
    if (entry.kind === "news") news.take(result.answer);
    else if (result.status === "refused") notices.add(text("refused-answer", { detail: result.detail || "–" }), "refused");
  }

  function takeDesk(answer) {
    for (const [key, video] of Object.entries(answer.videos)) state.videos.set(key, { ...state.videos.get(key), ...video });
    const isFirst = !state.loaded;
    const before = state.mine;
    Object.assign(state, { mine: answer.key, wanted: answer.wanted, loaded: true, reason: answer.reason ?? (answer.key ? null : "begin") });
    papers.take(answer);
    if (before && before !== state.mine && !isFirst) notices.add(text("video-gone"), "note-stays");
    look(before !== state.mine);
    stage.renewed();
    saving.later();
    shell.changed();
    screen.refresh();
  }

  function submitted(question) {
    if (state.today !== null) state.today += 1;
    const wish = state.wanted.find(({ task }) => task === papers.valueOf(question).task);
    if (wish && question.version === 1 && question.video === state.mine) wish.have += 1; // a returned one counts already
  }

  // What is in view follows what there is: a question that is gone makes room.
  function look(isNew) {
    const isThere = desk.question && papers.find(desk.question.id) && !papers.valueOf(desk.question).removed;
    const isVisible = isThere && (desk.question.video === state.mine || desk.question.state === "returned");
    if (state.mine && (isNew || !isVisible)) turn(firstDraft() ?? papers.blank());
    else if (!state.mine && !isVisible) empty();
  }

  const firstDraft = () => papers.ofMine().find((one) => one.state === "draft" && !papers.valueOf(one).sent) ?? null;

  async function empty() {
    await stage.turn(null);
    screen.setMode("empty");
  }

  function begin() {
    screen.hint(text("beginning"));
    sync.errand("begin", async () => {
      takeDesk(await api.post("asks/begin/", {}));
      screen.hint(text(state.mine ? "begun" : "no-video"));
    });
  }

  function finished(key, answer) {
    for (const question of [...state.questions]) if (question.video === key && question.state !== "returned") papers.forget(question);
    state.mine = null;
    desk.question = null;
    takeDesk(answer);
    screen.hint(text("finished"));
  }

  // ---- what the author does

  async function turn(question) {
    if (!question) return;
    if (question.video === null) return void screen.hint(text("video-missing"));
    saving.now();
    await stage.turn(question, question.video);
  }

  async function write(question) {
    if (!question) return;
    if (question !== desk.question) await turn(question);
    reel.pause();
    part("words").focus();
  }

  function turnBy(step) {
    const { own, returned } = papers.shown();
    const all = [...own, ...returned];
    const next = all[all.indexOf(desk.question) + step];
    if (next) turn(next);
    else screen.hint(text(step > 0 ? "no-next-question" : "no-previous-question"));
  }

  function nextReturned() {
    const all = [...papers.shown().own, ...papers.shown().returned].filter(({ state: stands }) => stands === "returned");
    const next = all[(all.indexOf(desk.question) + 1) % all.length];
    if (next) turn(next);
    else screen.hint(text("no-returned"));
  }

  function setTask(task) {
    if (desk.question && editing.current().task !== task) editing.put(values.setTask(editing.current(), task));
  }

  function takePicture() {
    if (!desk.question || !reel.table) return;
    reel.pause();
    try {
      const taken = values.takePicture(editing.current(), { key: state.video, at_ms: reel.table.startMs(reel.frame) });
      if (editing.put(taken)) screen.hint(text("picture-taken"));
    } catch (refused) {
      if (!(refused instanceof modules.marking.Refused)) throw refused;
      screen.hint(text("picture-inside", { n: refused.place + 1 }));
    }
  }

  function discard() {
    const { question } = desk;
    if (!question || papers.isBlank(question)) return void screen.hint(text("nothing-to-delete"));
    if (question.state !== "draft") return void screen.hint(text("not-deletable"));
    if (!editing.put(values.discard(editing.current()))) return;
    turn(firstDraft() ?? papers.blank());
    screen.hint(text("deleted"));
  }

  async function submit() {
    const { question } = desk;
    if (!question) return;
    if (question.conflict) return void screen.hint(text("conflict-first"));
    if (papers.isLocked()) return void screen.hint(text("locked"));
    const [missing] = values.missingIn(editing.current());
    if (missing) {
      screen.hint(text(`missing-${missing}`));
      if (missing === "text") part("words").focus();
      return;
    }
    reel.pause();
    part("words").blur(); // what is pressed next is meant for the next question
    viewing.beat();
    const isReturned = question.state === "returned";
    editing.put(values.send({ ...editing.current(), chosen: null }, { key: modules.outbox.newKey(), at: Date.now(), shown_ms: Math.round(screen.takeShownMs()) }));
    saving.now();
    const waiting = papers.shown().returned.find((one) => one !== question && !papers.valueOf(one).sent);
    const next = (isReturned && waiting) || firstDraft() || papers.blank();
    if (!next) return void empty();
    const before = state.video;
    await turn(next);
    if (state.video !== before || !viewer.toGap()) screen.hint(text("submitted-next"));
  }

  // A question that has gone out is shown as the server has it, whatever was undone.
  function putBack(id) {
    const question = papers.find(id);
    if (!question || papers.isEditable(question) || !question.base) return;
    editing.restore(id, values.valueOf(JSON.parse(question.base.fields)));
    screen.hint(text("locked"));
  }

  await shell.load();
  for (const entry of drafts.answers()) papers.heard(entry);
  shell.changed();
  sync.ask();
  sync.errand("news", async () => news.take(await api.get("news/")));
  setInterval(() => { if (!document.hidden) sync.ask(); }, NEWS_MS);
}
