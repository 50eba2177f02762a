// The page of one question: its lanes are played, and its pieces decided with the forms' own buttons.

const modules = JSON.parse(document.getElementById("player-settings").textContent);
const { makeLanePlayer, loadModules, listenToKeys, showCondition } = await import(modules.lane_player);
const loaded = await loadModules(modules);

const player = makeLanePlayer({ modules: loaded, root: document.querySelector("[data-lane-player]") });
const form = document.querySelector("[data-decide]");
const pieces = loaded.pieces.makePieces({ form: () => form, player, timecode: loaded.timecode.timecode });
const keys = { ...player.keys };
const send = (decision) => () => form.querySelector(`button[value="${decision}"]`)?.click();
if (form) {
  for (let choice = 0; choice <= 4; choice += 1) keys[choice] = () => pieces.pick(choice);
  Object.assign(keys, {
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

listenToKeys(keys);
form?.addEventListener("submit", (event) => {
  if (!pieces.ready(event.submitter.value)) event.preventDefault();
});

await player.open(document.querySelector("[data-lanes]"));
const image = document.querySelector("[data-condition]");
if (image) showCondition({ modules: loaded, element: image });
document.body.dataset.started = "whole";
