// The desk: shows one pair after another and stores a score for each. All that changes lies in `state`.

const settings = JSON.parse(document.getElementById("desk-settings").textContent);
const names = Object.keys(settings.modules);
const loaded = await Promise.all(names.map((name) => import(settings.modules[name])));
const { api: apis, clips: clipping, keys: keyboard, problems: reporting, sync: syncing, view: viewing } =
  Object.fromEntries(names.map((name, place) => [name, loaded[place]]));

const ASK_AGAIN_MS = 20000;
const TOO_FAST_MS = 180; // a second press within it is a bounce of the first
const KEPT_PAST = 30;

const state = {
  current: null, // the pair in view; `past` is set where it was scored before
  shownAt: null, // when its first frame was shown, null until then
  upcoming: [], // held seats, in the server's order
  past: [], // scores of this desk, oldest first, with key and deadline
  handled: new Set(), // seats scored or reported here, whatever the server still says
  unsent: syncing.makeStore(storeName()).load(),
  sending: 0,
  trouble: null,
  today: null,
  left: null, // seats beyond those held
  reason: null,
};
for (const entry of state.unsent) state.handled.add(entry.seat);

const api = apis.makeApi({ base: settings.api, campaign: settings.campaign });
const view = viewing.makeView(document.getElementById("desk"));
const clips = clipping.makeClips();
const sync = syncing.makeSync({
  state, api, worker: settings.worker, store: syncing.makeStore(storeName()),
  on: { change: refresh, claim: takeSeats, result: takeResult },
});
const problems = reporting.makeProblems({ dialog: document.getElementById("report"), api, on: { reported } });
const actions = { score, back, forward, report: () => report(), replay, guideline };
keyboard.makeKeys({ actions, toggle: document.getElementById("keys-on") });

function storeName() {
  return `desk:${settings.campaign}:${settings.worker}`;
}

// What the server holds for me, less what I have dealt with since; the pair in view stays.
function takeSeats({ seats, left, reason }) {
  if (!seats) return;
  const inView = state.current && !state.current.past ? state.current.id : null;
  state.upcoming = seats.filter((seat) => !state.handled.has(seat.id) && seat.id !== inView);
  state.left = left;
  state.reason = reason;
  state.upcoming.forEach(clips.fetchAhead);
  if (!state.current) advance();
  if (state.today === null) recall();
  refresh();
}

function advance() {
  const next = state.upcoming.shift();
  if (next) {
    present(next);
    return;
  }
  state.current = state.shownAt = null;
  // While scores are on their way the answer to them tells what comes next.
  if (state.unsent.length || !state.reason) view.showWaiting();
  else view.showEmpty(state.reason);
}

async function present(pair) {
  state.current = pair;
  state.shownAt = null;
  view.showPair(pair);
  view.setMode("loading");
  refresh();
  try {
    const reveal = await clips.show(pair, view.part("clip"));
    if (state.current !== pair) return;
    reveal();
    view.setMode("ready");
    state.shownAt = performance.now();
  } catch {
    if (state.current === pair) view.setMode("broken");
  }
}

function score(level) {
  const pair = state.current;
  if (!pair || state.shownAt === null || performance.now() - state.shownAt < TOO_FAST_MS) return;
  const shown_ms = Math.round(performance.now() - state.shownAt);
  view.acknowledge(level);
  if (pair.past) change(pair.past, level, shown_ms);
  else scoreFirst(pair, level, shown_ms);
  advance();
}

function scoreFirst(pair, level, shown_ms) {
  const key = syncing.newKey();
  state.handled.add(pair.id);
  state.past = [...state.past, { ...pair, relevance: level, key, until: null }].slice(-KEPT_PAST);
  if (state.today !== null) state.today += 1;
  sync.add({ seat: pair.id, relevance: level, key, shown_ms });
}

function change(past, level, shown_ms) {
  if (past.relevance === level) return;
  const key = syncing.newKey();
  sync.add({ seat: past.id, relevance: level, key, shown_ms, replaces: past.key });
  Object.assign(past, { relevance: level, key });
}

function takeResult(entry, result) {
  const past = state.past.find((one) => one.id === entry.seat);
  if (past && result.changeable_until) past.until = Date.parse(result.changeable_until);
  if (result.status !== "refused") return;
  const what = entry.replaces ? `The change to ${entry.relevance}` : `A score of ${entry.relevance}`;
  view.notice(
    result.relevance === null
      ? `${what} was refused: ${result.detail}.`
      : `${what} came too late: this pair already has your score ${result.relevance}, and that stays.`,
  );
  if (result.relevance === null) state.handled.delete(entry.seat);
  if (!entry.replaces && state.today !== null) state.today -= 1;
  state.past = state.past.filter((one) => one.id !== entry.seat);
}

// The newest score before `place` in `past` that may still be changed; −1 where there is none.
function changeableBefore(place) {
  const now = api.serverNow();
  return state.past.findLastIndex((one, at) => at < place && (one.until === null || one.until > now));
}

function placeInView() {
  return state.current?.past ? state.past.indexOf(state.current.past) : state.past.length;
}

function back() {
  const place = changeableBefore(placeInView());
  if (place < 0) {
    if (state.past.length) view.notice("Earlier scores can no longer be changed.", "note");
    return;
  }
  if (state.current && !state.current.past) state.upcoming.unshift(state.current);
  const past = state.past[place];
  present({ id: past.id, query: past.query, clip: past.clip, past });
}

function forward() {
  if (state.current?.past) advance();
}

function replay() {
  if (state.current && state.shownAt !== null) showAgain(state.current);
}

async function showAgain(pair) {
  const reveal = await clips.show(pair, view.part("clip")).catch(() => null);
  if (reveal && state.current === pair) reveal();
}

function report(kind = null) {
  if (state.current) problems.open(state.current, kind);
}

function reported(pair, kind) {
  if (kind === "question") {
    view.notice("Your question is with the lead. You may score the pair.", "note");
    return;
  }
  state.handled.add(pair.id);
  state.past = state.past.filter((one) => one.id !== pair.id);
  view.notice("Reported. A lead looks at the pair.", "note");
  // Where the query itself is at fault, its other pairs are withdrawn from the queue: ask before showing more.
  if (kind === "query") state.upcoming = [];
  if (state.current?.id === pair.id) advance();
  sync.ask();
}

function guideline() {
  document.getElementById("guideline").showModal();
}

function refresh() {
  const held = state.upcoming.length + (state.current && !state.current.past ? 1 : 0);
  view.showProgress({ today: state.today, left: state.left === null ? null : state.left + held });
  view.showStatus(state);
  view.setBack(changeableBefore(placeInView()) >= 0);
}

function listen() {
  for (const button of view.levels) {
    button.addEventListener("click", (event) => {
      if (event.detail > 1) return; // the second click of a double click
      if (button.getAttribute("aria-disabled") !== "true") score(Number(button.dataset.level));
    });
  }
  const onClick = { back, forward, replay, guideline, report: () => report(), again: sync.retry };
  for (const button of document.querySelectorAll("[data-do]")) {
    button.addEventListener("click", () => onClick[button.dataset.do]());
  }
  view.part("retry").addEventListener("click", () => {
    clips.forget(state.current);
    present(state.current);
  });
  view.part("report-broken").addEventListener("click", () => report("broken_clip"));
  document.getElementById("guideline").addEventListener("click", (event) => {
    if (event.target.closest("[data-close]") || event.target === event.currentTarget) event.currentTarget.close();
  });
  addEventListener("beforeunload", (event) => { if (state.unsent.length) event.preventDefault(); });
  addEventListener("online", () => { if (document.body.dataset.mode === "broken") present(state.current); });
  setInterval(() => { if (!state.current) sync.ask(); }, ASK_AGAIN_MS);
  setInterval(refresh, 5000); // deadlines pass
}

// What I scored before this page was loaded, as far as it may still be changed, and how much today.
async function recall() {
  try {
    const [me, { scores }] = [await api.get("me/"), await api.get("scores/?last=20")];
    const mine = new Set(state.past.map((one) => one.id));
    const earlier = scores.filter((one) => one.changeable && one.clip && !mine.has(one.seat)).reverse();
    state.past = [...earlier.map(pastOf), ...state.past];
    state.today = me.scored_today + state.unsent.filter((entry) => !entry.replaces).length;
    refresh();
  } catch {
    // The desk works without; sync shows what is wrong.
  }
}

function pastOf({ seat, query, clip, relevance, key, changeable_until }) {
  return { id: seat, query, clip, relevance, key, until: Date.parse(changeable_until) };
}

view.setMode("loading");
listen();
await recall();
sync.ask();
document.getElementById("desk").dataset.started = "yes";
