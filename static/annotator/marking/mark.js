// The marker's desk: a long video, the questions about it, and the segments that answer them. All that changes lies in
// `state`, in `desk` (what is in view) and in the values that editing.js holds. This module makes the others' objects
// known to each other, and starts.

const settings = JSON.parse(document.getElementById("desk-settings").textContent);
const names = Object.keys(settings.modules);
const loaded = await Promise.all(names.map((name) => import(settings.modules[name])));
const modules = Object.fromEntries(names.map((name, place) => [name, loaded[place]]));
const { timecode, readTimecode } = modules.timecode;

const root = document.getElementById("desk");
const part = (name) => root.querySelector(`[data-part="${name}"]`);
const dialog = (id) => document.getElementById(id);
const owner = { campaign: settings.campaign, worker: settings.worker };
const name = `desk:${owner.campaign}:${owner.worker}`;
const text = (key, values = {}) => (settings.texts[key] ?? key).replace(/\{(\w+)\}/g, (_, field) => values[field] ?? "");
const numbers = new Intl.NumberFormat(document.documentElement.lang || "en");
const { countUnsent } = modules.outbox;

const state = {
  questions: [], // those of this person, as feed.js reads them
  videos: new Map(), // key → addresses of its proxy, frame table and filmstrip
  video: null, // the key of the one in view
  current: null, // the question in view
  handled: new Set(), // seats answered or reported here, whatever the server still says
  shown: [], // seats that came into view and that are not reported to the server yet
  unsent: [], // the outbox, mirrored
  lasting: true, // whether it outlives the tab
  sending: 0,
  trouble: null,
  refused: 0,
  today: settings.today,
  left: null,
  reason: null,
  news: 0,
};
const desk = { question: null, seat: null, asked: [], pieces: null, piece: 0 };

const [store, shelf] = await Promise.all([modules.store.openStore(owner), modules.store.openStore(owner, "reelevance-marking")]);
state.lasting = store.lasting && shelf.lasting;
const api = modules.api.makeApi({ base: settings.api, signInPage: settings.signIn, ...owner });
const status = modules.status.makeStatus({ root, state, text, countUnsent });
const notices = modules.status.makeNotices({ list: part("notices"), state, text, onChange: status.refresh });
const tab = modules.outbox.newKey();
const tabs = modules.tabs.makeTabs({ name, id: tab, on: { added: (entry) => sending.takeAdded(entry), results: (results) => sending.takeResults(results) } });
const outbox = modules.outbox.makeOutbox({ state, store, owner, tab, on: { change: changed, notKept } });
const drafts = modules.drafts.makeDrafts({ store: shelf, owner, name, on: { heard, notKept } });
const player = { plays: modules.player_support.testSupport().types(), fetchAgain() {} };
const feed = modules.feed.makeFeed({ state, player });
const { refusal, wireProblem } = modules.wire;
const sync = modules.sync.makeSync({
  state, api, outbox, tabs, hold: feed, wire: { refusal, wireProblem, wireScore: modules.wire_marking.wireAnswer },
  on: {
    change: changed,
    claim: takeClaim,
    result: (entry, result) => sending.takeResult(entry, result),
    trouble: (trouble, before) => {
      status.refresh();
      status.announce(before);
      account.hear(trouble);
    },
  },
});
const account = modules.account.makeAccount({
  state, api, sync, text, countUnsent, csrfToken: modules.api.csrfToken, signOut: settings.signOut,
  dialogs: { signIn: dialog("sign-in"), leave: dialog("leave") },
});

const { makeSeeker } = modules.seeker;
const reel = modules.reel.makeReel({
  video: part("video"), makeSeeker,
  on: {
    move: (frame) => screen.move(frame),
    watched: (stretch) => viewing.take(stretch),
    state: () => screen.playing(),
    broken: () => stage.broke(),
    refused: () => screen.hint(text("press-play")),
  },
});
const pictures = modules.pictures.makePictures({ root: part("pictures"), makeSeeker, timecode });
const commands = modules.commands;
const keyboard = modules.keyboard.makeKeyboard({ commands, actions: new Proxy({}, { get: (_, command) => actions[command] }) });
const meant = (frame) => modules.reaction.frameMeant(frame, reel.table, { ...keyboard.choice(), playing: reel.playing, speed: reel.checking ? 1 : reel.speed });
const { neighbour } = modules.watched;
const editing = modules.editing.makeEditing({
  marking: modules.marking, undo: modules.undo, meant, reel, desk, text,
  on: {
    hint: (words) => screen.hint(words),
    turn: (seat) => stage.turn(state.questions.find(({ id }) => id === seat) ?? state.current),
    change(seat) {
      screen.edges();
      if (seat) drafts.keepAnswer(seat, editing.markingOf(seat));
      else viewing.keep();
      screen.refresh();
    },
  },
});
const viewing = modules.viewing.makeViewing({ state, watched: modules.watched, drafts, editing, reel, sync, api, on: { change: () => screen.watched() } });
const strips = modules.strips.makeStrips({
  ...modules.paint, whole: part("whole"), zoomed: part("zoomed"), timecode,
  content: () => screen.content(), on: { seek: (ms) => moving.to(ms) },
});
const screen = modules.screen.makeScreen({ root, part, state, desk, reel, strips, pictures, editing, viewing, keyboard, timecode, text, numbers, stage: () => stage, ask: () => ({ panel, sending, feed, condition }) });
const stage = modules.stage.makeStage({
  state, desk, settings, frameTable: modules.frame_table, film: modules.film, reel, pictures, strips, viewing, editing, drafts, feed,
  marking: modules.marking, sync, view: screen, on: { change: screen.refresh, shown: ({ id, sent }) => { if (!sent && !state.shown.includes(id)) state.shown.push(id); } },
});
const sending = modules.sending.makeSending({
  state, marking: modules.marking, feed, editing, drafts, outbox, sync, tabs, notices, afterFrame: modules.later.afterFrame, text, now: api.serverNow,
  on: { change: screen.refresh, news: (answer) => news.take(answer), left: (seat) => { if (desk.seat === seat) advance(); } },
});
const moving = modules.moving.makeMoving({
  reel, neighbour, text, hint: screen.hint, choose: editing.choose,
  where: {
    segments: () => editing.markingOf(desk.seat).segments,
    chosen: () => editing.markingOf(desk.seat).chosen,
    gaps: viewing.gaps,
    bookmarks: editing.bookmarks,
  },
});
const panel = modules.panel.makePanel({
  part, root, text, timecode, marking: modules.marking,
  on: {
    ask: (id) => stage.turn(state.questions.find((one) => one.id === id)),
    segment: editing.choose,
    remove: editing.remove,
    judge: editing.answer,
    note: editing.note,
    word: sayOfPiece,
    piece: (place) => stage.setPiece(place),
  },
});
const condition = modules.condition.makeCondition({
  box: part("condition"), makeSeeker, frameTable: modules.frame_table, videos: state.videos, label: text("condition"),
});
const problems = modules.problems.makeProblems({ dialog: dialog("report"), text, on: { report: sending.report } });
const news = modules.news.makeNews({
  state, api, outbox, sync, settings, text, part: (wanted) => document.querySelector(`[data-part="${wanted}"]`),
  dialogs: { answers: dialog("answers"), guideline: dialog("guideline") },
});

function changed() {
  status.refresh();
  account?.follow();
}

function notKept() {
  state.lasting = false;
  notices.add(text("not-kept"), "note-stays");
}

// Another tab marks the same question or watches the same video: both show the same.
function heard({ key, marking, bookmarks }) {
  if (marking && state.questions.some(({ id }) => id === key)) editing.restore(key, marking);
  else if (bookmarks && key === `video:${state.video}`) editing.restoreBookmarks(bookmarks);
  screen.refresh();
}

function takeClaim(answer) {
  if (!answer.seats) return;
  const known = new Set(state.questions.map(({ id }) => id));
  const { lost } = feed.take(answer);
  for (const { id } of state.questions) if (!known.has(id) && drafts.answer(id)) editing.restore(id, drafts.answer(id));
  news.hear(answer.news);
  if (lost.includes(state.current)) notices.add(text("question-gone"), "note");
  if (!state.current || lost.includes(state.current)) advance({ answered: true });
  else stage.renewed();
  screen.refresh();
}

// On to the next question, and to what was not watched yet.
async function advance({ answered = false, after = null } = {}) {
  const before = state.video;
  const next = feed.next(after);
  await stage.turn(next);
  if (!next) {
    if (!answered) sync.ask();
    screen.setMode(state.unsent.length || !state.reason ? "loading" : "empty");
    return;
  }
  const gap = viewing.gaps()[0];
  if (!after || next.pieces || state.video !== before || !gap) return;
  moving.to(gap[0]);
  screen.hint(text("not-watched", { time: timecode(gap[0], { short: true }) }));
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
  const open = desk.pieces.findIndex((one, at) => modules.marking.wordOf(editing.markingOf(desk.seat), one, at) === null);
  if (open >= 0) stage.setPiece(open);
}

function turnBy(step) {
  const all = feed.ofVideo(state.video);
  const next = all[all.indexOf(state.current) + step] ?? null;
  if (next) stage.turn(next);
  else screen.hint(text(step > 0 ? "no-next-question" : "no-previous-question"));
}

const say = (place, word) => (desk.pieces ? sayOfPiece(desk.piece, word) : editing.say(place));
const actions = {
  ...moving,
  toggle: reel.toggle,
  pause: reel.pause,
  forward: () => (reel.playing ? reel.faster() : reel.play()),
  slower: reel.slower,
  faster: reel.faster,
  timecode: () => part("timecode").select(),
  setStart: () => editing.setEdge("start"),
  setEnd: () => editing.setEdge("end"),
  accept: editing.accept,
  check: editing.check,
  letGo: editing.letGo,
  remove: () => editing.remove(),
  startBack: () => editing.nudge("start", { frames: -1 }),
  startOn: () => editing.nudge("start", { frames: 1 }),
  endBack: () => editing.nudge("end", { frames: -1 }),
  endOn: () => editing.nudge("end", { frames: 1 }),
  startSecondBack: () => editing.nudge("start", { ms: -1000 }),
  startSecondOn: () => editing.nudge("start", { ms: 1000 }),
  endSecondBack: () => editing.nudge("end", { ms: -1000 }),
  endSecondOn: () => editing.nudge("end", { ms: 1000 }),
  bookmark: editing.bookmark,
  nextQuestion: () => turnBy(1),
  previousQuestion: () => turnBy(-1),
  first: () => say(0, "yes"),
  second: () => say(1, "no"),
  third: () => say(2, "undecided"),
  none: editing.none,
  note: () => part("note").focus(),
  submit,
  undo: editing.undo,
  redo: editing.redo,
  delayed() {
    keyboard.save({ delayed: !keyboard.choice().delayed });
    screen.hint(text(keyboard.choice().delayed ? "delayed-on" : "delayed-off", { n: keyboard.choice().reactionMs }));
  },
  zoomIn: strips.zoomIn,
  zoomOut: strips.zoomOut,
  report: (kind = null) => { if (state.current) problems.open(state.current, kind); },
  reportBroken: () => actions.report("broken_clip"),
  guideline: news.openGuideline,
  keys: () => dialog("keys").showModal(),
  retry: stage.retry,
  again: sync.retry,
  signIn: account.open,
};

part("timecode").addEventListener("keydown", (event) => {
  if (event.key === "Escape") event.target.blur();
  if (event.key !== "Enter" || !reel.table) return;
  const ms = readTimecode(event.target.value, reel.table.startMs(reel.frame));
  if (ms === null) return void screen.hint(text("no-timecode"));
  event.target.blur();
  moving.to(ms);
});
part("note").addEventListener("keydown", (event) => { if (event.key === "Escape") event.target.blur(); });
part("video").addEventListener("click", reel.toggle);
modules.buttons.listenToButtons({ root, levels: [], actions });
modules.wake.watchForReturn({ root, state, player, sync, work: { refresh: screen.refresh }, showing: { retry: stage.retry } });
modules.keylist.makeKeyList({
  keyboard, commands, dialog: dialog("keys"), text, longestMs: modules.reaction.LONGEST_MS,
  names: { Space: text("key-space"), Ctrl: text("key-ctrl") },
});

await Promise.all([outbox.pending(), drafts.load()]);
for (const entry of state.unsent) if (entry.seat && entry.problem !== "question") state.handled.add(entry.seat);
changed();
if (!state.lasting) notices.add(text("not-lasting"), "note-stays");
sync.ask();
sync.errand("history", async () => sending.takePast(await api.get("scores/?last=20")));
root.dataset.started = "whole";
