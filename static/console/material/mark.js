// A moment is marked on its video: its edges are the frame in view, as on the desks of long videos.

const modules = JSON.parse(document.getElementById("player-settings").textContent);
const { makeLanePlayer, loadModules, listenToKeys } = await import(modules.lane_player);
const loaded = await loadModules(modules);
const { timecode } = loaded.timecode;

const form = document.querySelector("[data-mark]");
const lanes = document.querySelector("[data-lanes]");
const track = lanes.querySelector("[data-track]");
const again = form.querySelector("[data-again]");
const player = makeLanePlayer({ modules: loaded, root: document.querySelector("[data-lane-player]") });
const state = { start: typed("start_ms"), end: typed("end_ms") };

function typed(name) {
  return form.elements[name].value === "" ? null : Number(form.elements[name].value);
}

function draw() {
  for (const edge of ["start", "end"]) {
    form.querySelector(`[data-${edge}]`).textContent = state[edge] === null ? "–" : timecode(state[edge]);
    form.elements[`${edge}_ms`].value = state[edge] ?? "";
  }
  const isWhole = state.start !== null && state.end !== null && state.start < state.end;
  again.disabled = !isWhole;
  if (!isWhole) return;
  const stretch = JSON.stringify([state.start, state.end]);
  again.dataset.play = stretch;
  const bar = track.querySelector("rect") ?? track.appendChild(document.createElementNS(track.namespaceURI, "rect"));
  const box = { x: state.start, y: 0, width: state.end - state.start, height: 10, "vector-effect": "non-scaling-stroke" };
  for (const [name, value] of Object.entries(box)) bar.setAttribute(name, value);
  bar.dataset.play = stretch;
}

const deeds = {
  start() {
    state.start = player.startMs();
    if (state.end !== null && state.end <= state.start) state.end = null;
    draw();
  },
  end() {
    state.end = player.endMs();
    if (state.start !== null && state.start >= state.end) state.start = null;
    draw();
  },
};

for (const button of form.querySelectorAll("[data-edge]")) button.addEventListener("click", deeds[button.dataset.edge]);
form.addEventListener("submit", (event) => {
  if (state.start !== null && state.end !== null) return;
  event.preventDefault();
  form.querySelector("[data-note]").textContent = "Set the start and the end first.";
});
listenToKeys({ ...player.keys, s: deeds.start, e: deeds.end, p: () => again.click() });
if (state.start === null && track.querySelector("rect")) [state.start, state.end] = JSON.parse(track.querySelector("rect").dataset.play);
draw();
await player.open(lanes);
document.body.dataset.started = "mark";
