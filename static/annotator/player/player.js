// Plays the clips of pairs: has those to come ready at their first frame, swaps them without waiting, and says how
// long and how often the one in view was seen.
//
// The manifest of static files rewrites no imports, so the page hands over the modules beside this one:
//
//   makePlayer({ parts, stage, controls, texts, reducedMotion }) → player
//   parts          the imported modules player_NAME.js by NAME: see PARTS
//   stage          the positioned element in which clips appear, in a .player beneath its content
//   controls       the element with the buttons (player_controls.js), or null
//   texts          what screen readers say: `clip` for the clip, and by data-play for buttons without words
//   reducedMotion  true, or a media query that may match: clips wait at their first frame
//   patienceMs     how long nothing may happen before a clip counts as broken
//
// A pair is {id, clip: {url, type, width, height, seconds, bytes, frames?, streamed?, sound?} or null}. What the player answers stands at
// the end of makePlayer. Events: "full" (first full play of the clip in view), "wrapped" (it begins its next round),
// "state" (play, pause, speed), "broken" (the clip in view, once shown, cannot go on).

export const PARTS = ["controls", "fetch", "frames", "image", "slots", "support", "video", "watch"];
const PATIENCE_MS = 15000;
const ACTIVATING = ["pointerup", "keydown"];

export function makePlayer({ parts, stage, controls, texts = {}, reducedMotion = false, patienceMs = PATIENCE_MS }) {
  for (const name of PARTS) if (!parts[name]) throw new TypeError(`makePlayer: parts.${name} is missing`);
  const { makeWatch, afterPaint } = parts.watch;
  const listeners = { full: [], wrapped: [], state: [], broken: [] };
  const box = document.createElement("div");
  box.className = "player";
  stage.classList.add("player-stage");
  stage.prepend(box);
  const slots = parts.slots.makeSlots({
    parts, box, label: texts.clip ?? "", patienceMs, on: { wrapped, refused, broke },
  });
  const buttons = parts.controls.makeControls({ root: controls, texts, act: { toggle, restart, step, setSpeed, seek, release, toggleSound, setVolume } });
  const support = parts.support.testSupport();

  let view = null; // {slot, watch}
  let turn = 0; // each show() and clear() ends what the ones before it wait for
  let paused = false;
  let waiting = false; // paused automatically: the person has neither played nor paused this clip yet
  let speed = parts.controls.keptSpeed();
  let sound = parts.controls.keptSound(); // {muted, volume}

  function show(pair) {
    const slot = slots.slotOf(pair);
    const mine = ++turn;
    if (slot.trouble) renew(slot, pair);
    if (slot.clip && slot.ready) return present(slot, mine);
    leave(); // the clip before must not stand beside another query
    slots.use(null, slot);
    if (slot.clip) return slots.settled(slot).then(() => (mine === turn ? settle(slot, mine) : "superseded"));
    slots.tidy();
    return Promise.resolve("broken");
  }

  function renew(slot, pair) {
    slots.forget(slot);
    slot.clip = pair.clip;
  }

  function settle(slot, mine) {
    if (slot.ready) return present(slot, mine);
    slots.use(null, null);
    return "broken";
  }

  // The swap itself happens before this function returns; whatever may wait happens after the new clip was painted.
  function present(slot, mine) {
    const before = view?.slot;
    view?.watch.stop();
    if (before !== slot) {
      reveal(slot.reel.element, true);
      if (before?.reel) reveal(before.reel.element, false);
    }
    const watch = makeWatch();
    view = { slot, watch };
    paused = waiting = reducedMotion === true || reducedMotion?.matches === true;
    begin(slot);
    slots.use(slot, null);
    changed();
    return afterPaint().then(() => {
      slots.tidy();
      if (mine !== turn) return "superseded";
      watch.begin();
      return "shown";
    });
  }

  function begin(slot) {
    const playing = !paused && !document.hidden;
    slot.reel.setSound(heard());
    if (!slot.begun) slot.reel.start({ speed, playing });
    else slot.reel.restart({ playing });
    slot.begun = true;
  }

  // Nothing in view from now on.
  function leave() {
    const left = view;
    view = null;
    if (!left) return;
    left.watch.stop();
    left.slot.reel?.pause();
    if (left.slot.reel) reveal(left.slot.reel.element, false);
  }

  function clear() {
    turn += 1;
    leave();
    slots.use(null, null);
    slots.tidy();
    buttons.refresh({ reel: null, paused, speed, sound });
  }

  function retry(pair) {
    const slot = slots.find(pair.id);
    if (slot && slot === view?.slot) leave();
    if (slot) renew(slot, pair);
    return show(pair);
  }

  // ---- what the reels tell

  function wrapped(slot) {
    if (slot !== view?.slot) return;
    if (view.watch.wrapped(slot.reel?.seconds ?? 0)) tell("full");
    tell("wrapped");
  }

  // The browser wants the person to press play.
  function refused(slot) {
    if (slot === view?.slot) setPaused(true, { automatic: true });
  }

  function broke(slot) {
    if (slot !== view?.slot) return;
    view.watch.stop();
    changed();
    tell("broken");
  }

  // ---- what the person asks for

  const reelInView = () => view?.slot.reel ?? null;

  function toggle() {
    const reel = reelInView();
    if (!reel) return;
    if (paused) reel.play();
    else reel.pause();
    setPaused(!paused);
  }

  function restart() {
    const reel = reelInView();
    if (!reel) return;
    view.watch.again();
    reel.restart({ playing: true });
    setPaused(false);
  }

  function step(by) {
    const reel = reelInView();
    if (!reel?.steps) return;
    reel.step(by);
    setPaused(true);
  }

  // While somebody drags, the clip stands at what is sought; a round begun by it is no full play.
  function seek(seconds) {
    const reel = reelInView();
    if (!reel?.steps) return;
    view.watch.again();
    reel.pause();
    reel.seek(seconds);
    buttons.refresh({ reel, paused, speed, sound });
  }

  function release() {
    if (!paused) reelInView()?.play();
  }

  function setSpeed(factor) {
    if (!parts.controls.SPEEDS.includes(factor)) return;
    speed = factor;
    parts.controls.keepSpeed(factor);
    reelInView()?.setSpeed(factor);
    changed();
  }

  // Browsers play no sound before the person has pressed something on the page; until then it plays without.
  function heard() {
    const mayBe = navigator.userActivation?.hasBeenActive ?? true;
    return { ...sound, muted: sound.muted || !mayBe };
  }

  function hear() {
    if (!sound.muted) reelInView()?.setSound(heard());
  }

  function toggleSound() {
    if (reelInView()?.sounds) setSound({ ...sound, muted: !sound.muted });
  }

  // Whoever moves the bar wants to hear it.
  function setVolume(volume) {
    setSound({ muted: volume === 0, volume: volume || sound.volume });
  }

  function setSound(next) {
    sound = next;
    parts.controls.keepSound(sound);
    reelInView()?.setSound(sound);
    changed();
  }

  function setPaused(value, { automatic = false } = {}) {
    paused = value;
    waiting = automatic;
    changed();
  }

  function changed() {
    buttons.refresh({ reel: reelInView(), paused, speed, sound });
    stage.toggleAttribute("data-waiting", waiting);
    tell("state");
  }

  function tell(event) {
    for (const callback of listeners[event]) callback({ paused, speed });
  }

  // A hidden tab plays nothing, and its time does not count.
  function visibilityChanged() {
    view?.watch.tick();
    if (paused) return;
    if (document.hidden) reelInView()?.pause();
    else reelInView()?.play();
  }

  document.addEventListener("visibilitychange", visibilityChanged);
  for (const event of ACTIVATING) addEventListener(event, hear, { once: true });
  buttons.refresh({ reel: null, paused, speed, sound });

  return {
    // Media types this browser plays; complete once the promise `tested` has resolved.
    get plays() { return support.types(); },
    tested: support.tested,
    // Pairs to have ready, nearest first; those no longer named are let go.
    hold: slots.hold,
    fetchAgain: slots.fetchAgain, // those that the network or a server in trouble kept from coming
    // Whether show() will paint the pair in the next frame.
    isReady: (id) => Boolean(slots.find(id)?.ready),
    // A promise of "shown", "broken" or "superseded"; a ready clip stands in the stage when the call returns.
    show,
    retry, // the same, with everything fetched again
    clear, // nothing in view
    // {shown_ms, plays, full} of the clip in view.
    watch: () => view?.watch.read() ?? { shown_ms: 0, plays: 0, full: false },
    restart, toggle, step, setSpeed, seek, release, toggleSound,
    heldBytes: slots.heldBytes,
    on: (event, callback) => { listeners[event].push(callback); },
    close() {
      slots.hold([]);
      clear();
      buttons.close();
      for (const event of ACTIVATING) removeEventListener(event, hear);
      document.removeEventListener("visibilitychange", visibilityChanged);
      box.remove();
    },
  };
}

function reveal(element, inView) {
  element.toggleAttribute("data-in-view", inView);
  element.setAttribute("aria-hidden", String(!inView));
}
