// The desk: shows one pair after another and stores a score for each. All that changes lies in `state`.
// This module makes the others' objects known to each other, and starts.

const settings = JSON.parse(document.getElementById("desk-settings").textContent);
const names = Object.keys(settings.modules).filter((name) => !settings.later.includes(name));
const loaded = await Promise.all(names.map((name) => import(settings.modules[name])));
const modules = Object.fromEntries(names.map((name, place) => [name, loaded[place]]));
const parts = Object.fromEntries(modules.player.PARTS.map((part) => [part, modules[`player_${part}`]]));

const LATER_AFTER_MS = 2000;

const root = document.getElementById("desk");
const owner = { campaign: settings.campaign, worker: settings.worker };
const name = `desk:${owner.campaign}:${owner.worker}`;
const text = (key, values = {}) => (settings.texts[key] ?? key).replace(/\{(\w+)\}/g, (_, field) => values[field] ?? "");
const numbers = new Intl.NumberFormat(document.documentElement.lang || "en");
const { countUnsent } = modules.outbox;
const { afterFrame, loadSurely, sleep } = modules.later;

const state = {
  current: null, // the pair in view; `past` is set where it was scored before
  shownAt: null, // when its first frame was shown, null until then
  upcoming: [], // held pairs, in the server's order
  past: [], // scores, oldest first, with key and deadline
  recalled: false, // whether those of earlier visits are among them
  handled: new Set(), // seats scored or reported here, whatever the server still says
  droppedQueries: new Set(), // texts reported as senseless, until the server knows
  renew: new Set(), // seats whose clip needs a new address
  shown: [], // seats whose clip was shown and that are not reported to the server yet
  ids: new Set(), // seats of the last claim's answer
  wantWhole: false, // the next claim must name every seat whole
  unsent: [], // the outbox, mirrored
  lasting: true, // whether it outlives the tab
  sending: 0,
  trouble: null,
  refused: 0, // notices of refusals not dismissed
  today: null,
  left: null, // seats beyond those held
  reason: null,
  news: 0,
};

const store = await modules.store.openStore(owner);
state.lasting = store.lasting;
const dialog = (id) => document.getElementById(id);
const api = modules.api.makeApi({ base: settings.api, signInPage: settings.signIn, ...owner });
const view = modules.view.makeView({ root, text, numbers });
const status = modules.status.makeStatus({ root, state, text, countUnsent });
const notices = modules.status.makeNotices({ list: view.part("notices"), state, text, onChange: status.refresh });
const player = modules.player.makePlayer({
  parts, stage: view.part("stage"), controls: view.part("controls"), texts: settings.playerTexts,
  reducedMotion: matchMedia("(prefers-reduced-motion: reduce)"),
});
// WebP takes a moment to try; the first claim says what this browser plays.
await Promise.race([player.tested, new Promise((done) => setTimeout(done, 300))]);
let speed = 1;
player.on("state", (now) => { speed = now.speed; });
const tab = modules.outbox.newKey();
const tabs = modules.tabs.makeTabs({
  name, id: tab,
  on: { added: (entry, past) => answers.takeAdded(entry, past), results: (results) => answers.takeResults(results) },
});
const outbox = modules.outbox.makeOutbox({ state, store, owner, tab, on: { change: changed, notKept } });
const hold = modules.hold.makeHold({ state, player, name });
const history = modules.history.makeHistory({ state, api, player, on: { loaded: () => work.refresh() } });
const sync = modules.sync.makeSync({
  state, api, outbox, tabs, hold, wire: modules.wire,
  on: {
    change: changed,
    claim: (answer) => {
      answers.takeClaim(answer);
      late.exam?.hear();
    },
    result: (entry, result) => answers.takeResult(entry, result),
    trouble: (trouble, before) => {
      status.refresh();
      status.announce(before);
      account.hear(trouble);
      if (before && !trouble) player.fetchAgain();
    },
  },
});
const account = modules.account.makeAccount({
  state, api, sync, text, countUnsent, csrfToken: modules.api.csrfToken, signOut: settings.signOut,
  dialogs: { signIn: dialog("sign-in"), leave: dialog("leave") },
});
const late = {}; // made of the modules that come later
const news = { hear: (count) => late.news?.hear(count), take: (answer) => late.news?.take(answer) };
const showing = modules.showing.makeShowing({ state, player, view, hold, history, sync, tabs, afterFrame, refresh: () => work.refresh() });
const work = modules.work.makeWork({ state, settings, api, player, view, showing, hold, history, outbox, sync, tabs, notices, afterFrame, text });
const answers = modules.answers.makeAnswers({ state, work, showing, hold, history, outbox, sync, view, notices, text, news });

function changed() {
  status.refresh();
  account?.follow();
}

function notKept() {
  state.lasting = false;
  notices.add(text("not-kept"), "note-stays");
}

const actions = {
  score: work.score,
  back: work.back,
  forward: () => work.forward(),
  home: () => work.forward({ home: true }),
  report: (kind = null) => { if (state.current) late.problems?.open(state.current, kind); },
  reportBroken: () => actions.report("broken_clip"),
  retry: showing.retry,
  restart: () => player.restart(),
  toggle: () => player.toggle(),
  stepBack: () => player.step(-1),
  stepForward: () => player.step(1),
  slower: () => player.setSpeed(Math.max(0.5, speed / 2)),
  faster: () => player.setSpeed(Math.min(2, speed * 2)),
  sound: () => player.toggleSound(),
  guideline: () => late.news?.openGuideline(),
  keys: () => dialog("keys").showModal(),
  again: sync.retry,
  signIn: account.open,
};

const keys = modules.keys.makeKeys({ keymap: modules.keymap, actions, root });

const withUnsent = (scored) => scored + state.unsent.filter((entry) => entry.kind === "score" && !entry.replaces).length;

async function recall() {
  const me = await api.get("me/");
  state.today = withUnsent(me.scored_today);
  if (me.pace_s) hold.learnPace(me.pace_s);
  late.exam?.stand(me.standing, me.failed_exam);
  work.refresh();
}

const makeExam = (module) => module.makeExam({ state, settings, sync, view, root, text, recall });
if (modules.exam) late.exam = makeExam(modules.exam); // who is in the exam needs it with the first pair

view.setMode("loading");
modules.buttons.listenToButtons({ root, levels: view.levels, actions });
modules.wake.watchForReturn({ root, state, player, sync, work, showing });
await outbox.pending();
for (const entry of state.unsent) if (entry.seat && entry.problem !== "question") state.handled.add(entry.seat);
state.today = withUnsent(settings.today);
changed();
if (!state.lasting) notices.add(text("not-lasting"), "note-stays");
sync.ask();
sync.errand("history", history.load);
sync.errand("me", recall);
root.dataset.started = "yes";

// The first pair has the line to itself, for a moment at most.
for (let waited = 0; waited < LATER_AFTER_MS && state.shownAt === null; waited += 50) await sleep(50);
const [keychoice, newsing, reporting, exam] = await Promise.all(
  ["keychoice", "news", "problems", "exam"].map((one) => loadSurely(settings.modules[one])),
);
keychoice.makeKeyChoice({ keys, keymap: modules.keymap, dialog: dialog("keys"), text });
late.problems = reporting.makeProblems({ dialog: dialog("report"), text, on: { report: work.report } });
late.news = newsing.makeNews({
  state, api, outbox, sync, settings, text, part: (part) => document.querySelector(`[data-part="${part}"]`),
  dialogs: { answers: dialog("answers"), guideline: dialog("guideline") },
});
late.news.hear(state.news);
late.exam ??= makeExam(exam);
root.dataset.started = "whole";
