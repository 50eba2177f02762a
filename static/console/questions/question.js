// The page of one question: its lanes are played, and its pieces decided with the forms' own buttons.

const modules = JSON.parse(document.getElementById("player-settings").textContent);
const { makeLanePlayer, loadModules, showCondition } = await import(modules.lane_player);
const loaded = await loadModules(modules);

const player = makeLanePlayer({ modules: loaded, root: document.querySelector("[data-lane-player]") });
const form = document.querySelector("[data-decide]");
const pieces = loaded.pieces.makePieces({ form: () => form, player, timecode: loaded.timecode.timecode });
const { actions } = player;
const KEYS = {
  " ": actions.toggle,
  ArrowLeft: actions.frameBack,
  ArrowRight: actions.frameOn,
  ArrowDown: actions.secondBack,
  ArrowUp: actions.secondOn,
  v: actions.zoomIn,
  "Shift+v": actions.zoomOut,
};
const send = (decision) => () => form.querySelector(`button[value="${decision}"]`)?.click();
if (form) {
  for (const key of [0, 1, 2, 3, 4]) KEYS[key] = () => pieces.pick(key);
  Object.assign(KEYS, {
    i: () => pieces.edge("start"),
    o: () => pieces.edge("end"),
    n: pieces.next,
    "Shift+n": pieces.previous,
    c: pieces.note,
    Enter: send("settle"),
    r: send("return"),
    x: send("reject"),
  });
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches("input:not([type=radio]), textarea, select")) return;
  if ((event.key === " " || event.key === "Enter") && event.target.matches("button, a, summary")) return;
  if (event.repeat && !event.key.startsWith("Arrow")) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const deed = KEYS[event.shiftKey ? `Shift+${key}` : key];
  if (!deed) return;
  event.preventDefault();
  deed();
});
form?.addEventListener("submit", (event) => {
  if (!pieces.ready(event.submitter.value)) event.preventDefault();
});

await player.open(document.querySelector("[data-lanes]"));
const image = document.querySelector("[data-condition]");
if (image) showCondition({ modules: loaded, element: image });
document.body.dataset.started = "whole";
