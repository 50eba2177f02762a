// A practice pair of the tutorial: plays its clip, sends the level that was pressed, shows at once how it compares.
// Keys and player are the desk's.

const settings = JSON.parse(document.getElementById("practice-settings").textContent);
const names = Object.keys(settings.modules);
const loaded = await Promise.all(names.map((name) => import(settings.modules[name])));
const modules = Object.fromEntries(names.map((name, place) => [name, loaded[place]]));
const parts = Object.fromEntries(modules.player.PARTS.map((part) => [part, modules[`player_${part}`]]));

const root = document.body;
const part = (name) => root.querySelector(`[data-part="${name}"]`);
const form = part("levels");
const levels = [...form.querySelectorAll("[data-level]")];
const link = (name) => part("lesson").querySelector(`[data-${name}]`);
const SLOWEST = 0.5;
let sending = false;
let speed = 1;

const player = modules.player.makePlayer({
  parts, stage: part("stage"), controls: part("controls"), texts: settings.playerTexts,
  reducedMotion: matchMedia("(prefers-reduced-motion: reduce)"),
});
player.on("state", (now) => { speed = now.speed; });
player.on("broken", () => { part("broken").hidden = false; });

async function show() {
  await player.tested;
  const clip = settings.clips.find(({ type }) => player.plays.includes(type)) ?? settings.clips[0];
  const word = clip ? await player.show({ id: String(settings.place), clip }) : "broken";
  part("broken").hidden = word !== "broken";
  root.dataset.started = "yes";
}

async function answer(level) {
  if (sending) return;
  sending = true;
  mark("aria-pressed", level);
  try {
    teach(await fetchFeedback(level));
  } catch {
    part("hint").textContent = part("hint").dataset.failed;
  } finally {
    sending = false;
  }
}

async function fetchFeedback(level) {
  const body = new FormData(form);
  body.set("relevance", level);
  body.set("shown_ms", Math.round(player.watch().shown_ms));
  const response = await fetch(form.action, { method: "POST", body, headers: { "X-Requested-With": "fetch" } });
  if (response.redirected) location.assign(response.url); // signed out, or another version of the tutorial
  if (response.redirected || !response.ok) throw new Error(String(response.status));
  return response.text();
}

function teach(html) {
  const lesson = part("lesson");
  const template = document.createElement("template");
  template.innerHTML = html;
  lesson.replaceChildren(template.content);
  lesson.hidden = false;
  lesson.scrollTop = 0;
  part("hint").textContent = "";
  part("announcement").textContent = lesson.querySelector(".lesson-words").textContent;
  const truth = Number(lesson.querySelector("[data-truth-level]").dataset.truthLevel);
  for (const level of levels) level.toggleAttribute("data-truth", Number(level.dataset.level) === truth);
  link("next")?.focus({ preventScroll: true });
}

function mark(attribute, chosen) {
  for (const level of levels) level.setAttribute(attribute, String(Number(level.dataset.level) === chosen));
}

const nothing = () => {};
const actions = {
  score: answer,
  back: () => link("before")?.click(),
  forward: () => link("next")?.click(),
  home: nothing,
  report: nothing,
  guideline: nothing,
  restart: () => player.restart(),
  toggle: () => player.toggle(),
  stepBack: () => player.step(-1),
  stepForward: () => player.step(1),
  slower: () => player.setSpeed(Math.max(SLOWEST, speed / 2)),
  faster: () => player.setSpeed(Math.min(2, speed * 2)),
  sound: () => player.toggleSound(),
};

modules.keys.makeKeys({ keymap: modules.keymap, actions, root });
form.addEventListener("submit", (event) => {
  event.preventDefault();
  answer(Number(event.submitter.value));
});
part("retry").addEventListener("click", () => location.reload());
await show();
