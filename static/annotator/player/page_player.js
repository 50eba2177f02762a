// The desk's player on any other page. A page has it with {% player_head %} and marks its clips with {% player %}
// (annotator/templatetags/player.py); pages that decide by key mount one themselves:
//
//   const { mountPlayer } = await import(document.querySelector("script[data-page-player]").src);
//   const player = mountPlayer(host);   // in that element, from now on
//   player.show(place);                 // the clip of a [data-player]; a promise of "shown", "broken" or "superseded"
//   player.moveTo(seconds, { plays });  // in the clip in view; one that has no places goes on as it is
//   player.hold(places);                // fetch these beforehand, the one in view first; others are let go
//   player.keys                         // what keys do, by key, as makeQueue's `deeds` take it
//   player.close();
//
// Keys count only while the focus is in the player, or its box is open.

const settings = JSON.parse(document.getElementById("page-player-settings").textContent);
const copyOf = (id) => document.getElementById(id).content.firstElementChild.cloneNode(true);
const { texts } = settings;
const NEAR = "100%"; // of the window: farther away, a player in the page becomes a still again
const MOVES = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

let engine = null;

// The desk's modules, fetched when the first clip is asked for.
function loadEngine() {
  engine ??= fetchModules();
  engine.catch(() => { engine = null; });
  return engine;
}

async function fetchModules() {
  const loaded = await Promise.all(Object.entries(settings.modules).map(async ([name, url]) => [name, await import(url)]));
  const modules = Object.fromEntries(loaded);
  const parts = Object.fromEntries(modules.player.PARTS.map((part) => [part, modules[`player_${part}`]]));
  return (options) => modules.player.makePlayer({ parts, ...options });
}

export function mountPlayer(host) {
  const root = copyOf("page-player-frame");
  const part = (name) => root.querySelector(`[data-part="${name}"]`);
  let player = null;
  let place = null;
  let turn = 0;
  let speed = 1;
  let paused = false;
  let closed = false;
  host.append(root);

  function note(mode, words = "") {
    root.dataset.mode = mode;
    part("note").textContent = words;
    part("retry").hidden = mode !== "broken";
  }

  async function ready() {
    const makePlayer = await loadEngine();
    if (closed || player) return;
    player = makePlayer({
      stage: part("stage"), controls: part("controls"), texts, reducedMotion: matchMedia("(prefers-reduced-motion: reduce)"),
    });
    player.on("state", (now) => { ({ speed, paused } = now); });
    player.on("broken", () => note("broken", texts.broken));
    await player.tested;
  }

  function playable({ dataset }) {
    const renditions = JSON.parse(dataset.renditions);
    const clip = renditions.find(({ type }) => player.plays.includes(type)) ?? renditions[0];
    return { id: clip.url, clip };
  }

  async function hold(places) {
    await ready();
    if (!closed) player.hold(places.map(playable));
  }

  async function bring(method) {
    const mine = ++turn;
    note("loading", texts.loading);
    let word = "broken";
    try {
      await ready();
      if (mine !== turn || closed) return "superseded";
      word = await player[method](playable(place));
    } catch {
      // Its modules did not come, which the same words tell.
    }
    if (mine !== turn || closed) return "superseded";
    if (word !== "superseded") note(word === "shown" ? "ready" : "broken", word === "shown" ? "" : texts.broken);
    return word;
  }

  function show(next) {
    place = next;
    root.setAttribute("aria-label", texts.name.replace("{name}", place.dataset.name));
    return bring("show");
  }

  const repeated = (deed) => Object.assign(deed, { repeats: true });
  const back = repeated(() => player?.step(-1));
  const forward = repeated(() => player?.step(1));
  const toggle = () => player?.toggle();
  const slower = () => player?.setSpeed(Math.max(0.5, speed / 2));
  const faster = () => player?.setSpeed(Math.min(2, speed * 2));
  const sound = () => player?.toggleSound();
  const restart = () => (root.dataset.mode === "broken" ? bring("retry") : player?.restart());
  const keys = {
    " ": toggle, p: toggle, r: restart, "[": back, "]": forward, "Shift+ArrowLeft": back, "Shift+ArrowRight": forward,
    ",": slower, "-": slower, ".": faster, "+": faster, "=": faster, m: sound,
  };

  function press(event) {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === " " && event.target.closest("button, a")) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const deed = keys[event.shiftKey && key.startsWith("Arrow") ? `Shift+${key}` : key];
    if (!deed) return;
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat || deed.repeats) deed();
  }

  root.addEventListener("keydown", press);
  part("stage").addEventListener("click", toggle);
  part("retry").addEventListener("click", restart);

  function moveTo(seconds, { plays = false } = {}) {
    player?.seek(seconds);
    if (plays && paused) player?.toggle();
    else player?.release();
  }

  return {
    root, keys, press, show, hold, moveTo,
    place: () => place,
    clear() {
      turn += 1;
      player?.clear();
      note("empty");
    },
    close() {
      closed = true;
      player?.close();
      root.remove();
    },
  };
}

// ---- the box, in which thumbnails open

let box = null;

function makeBox() {
  const dialog = copyOf("page-player-box");
  const part = (name) => dialog.querySelector(`[data-part="${name}"]`);
  document.body.append(dialog);
  const player = mountPlayer(part("host"));
  const beside = (by) => {
    const all = [...document.querySelectorAll('[data-player="box"]')].filter((one) => one.checkVisibility());
    return all[all.indexOf(player.place()) + by];
  };

  function show(place) {
    player.show(place);
    part("caption").textContent = place.dataset.caption ?? "";
    for (const [name, by] of [["previous", -1], ["next", 1]]) part(name).setAttribute("aria-disabled", String(!beside(by)));
  }

  function move(by) {
    const place = beside(by);
    if (place) show(place);
  }

  part("previous").addEventListener("click", () => move(-1));
  part("next").addEventListener("click", () => move(1));
  dialog.addEventListener("keydown", (event) => {
    const by = MOVES[event.key.toLowerCase()] ?? MOVES[event.key];
    if (by && !event.ctrlKey && !event.altKey && !event.metaKey) {
      event.preventDefault();
      move(by);
    } else player.press(event);
    event.stopPropagation(); // the page beneath has keys of its own
  });
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  dialog.addEventListener("close", () => {
    player.clear();
    player.place()?.focus({ preventScroll: true }); // where the person had come to
  });
  return {
    open(place) {
      show(place);
      dialog.showModal();
      player.root.focus();
    },
  };
}

// ---- players that stand in the page

const standing = new Map(); // the .clip-here → its player
const leaving = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting && !target.contains(document.activeElement)) fold(target);
  }
}, { rootMargin: NEAR });
const coming = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) if (isIntersecting) unfold(target);
});

function unfold(place, { focus = false } = {}) {
  const here = place.closest(".clip-here");
  if (!here || standing.has(here)) return;
  const player = mountPlayer(here);
  standing.set(here, player);
  place.hidden = true;
  player.show(place);
  if (focus) player.root.focus();
  leaving.observe(here);
}

function fold(here, { focus = false } = {}) {
  standing.get(here)?.close();
  standing.delete(here);
  leaving.unobserve(here);
  const place = here.querySelector("[data-player]");
  if (!place) return;
  place.hidden = false;
  if (!focus) return;
  coming.unobserve(place); // whoever closed it does not want it back
  place.focus();
}

document.addEventListener("click", (event) => {
  const place = event.target.closest?.("[data-player]");
  if (!place || event.ctrlKey || event.metaKey || event.shiftKey) return; // a new tab was asked for
  event.preventDefault();
  if (place.dataset.player === "box") (box ??= makeBox()).open(place);
  else unfold(place, { focus: true });
});
document.addEventListener("keydown", (event) => {
  const here = event.key === "Escape" && event.target.closest?.(".clip-here");
  if (here && standing.has(here)) fold(here, { focus: true });
});

// What htmx brings is watched too, and what it takes away lets go of its clip.
function watch(root) {
  for (const here of standing.keys()) if (!here.isConnected) fold(here);
  for (const place of root.querySelectorAll('[data-player="now"]')) coming.observe(place);
}

watch(document);
document.addEventListener("htmx:load", (event) => watch(event.target.parentElement ?? document));
