// Makes a player as the desk does, and lets a test look into it.

const { makePlayer, PARTS } = await import("/static/annotator/player/player.js");
const loaded = await Promise.all(PARTS.map((name) => import(`/static/annotator/player/player_${name}.js`)));
const parts = Object.fromEntries(PARTS.map((name, place) => [name, loaded[place]]));
const asked = new URLSearchParams(location.search);
if (asked.has("plain")) parts.frames = { ...parts.frames, canDecode: () => false };

const addresses = new Set();
const { createObjectURL, revokeObjectURL } = URL;
URL.createObjectURL = (blob) => {
  const address = createObjectURL.call(URL, blob);
  addresses.add(address);
  return address;
};
URL.revokeObjectURL = (address) => {
  addresses.delete(address);
  revokeObjectURL.call(URL, address);
};

const player = makePlayer({
  parts,
  stage: document.getElementById("stage"),
  controls: document.getElementById("controls"),
  texts: { clip: "The clip to judge", back: "One frame back", forward: "One frame on" },
  reducedMotion: matchMedia("(prefers-reduced-motion: reduce)"),
  patienceMs: Number(asked.get("patience") ?? 15000),
});
const events = [];
for (const name of ["full", "state", "broken"]) player.on(name, () => events.push(name));

const inView = () => document.querySelector("[data-in-view]");

// The colour in the middle of what the element in view holds.
function colour() {
  let element = inView();
  if (!element) return null;
  if (element.localName === "span") element = element.firstElementChild;
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.drawImage(element, -160, -90);
  return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
}

async function until(claim, ms = 10000) {
  const end = performance.now() + ms;
  while (!claim()) {
    if (performance.now() > end) throw new Error(`never: ${claim}`);
    await new Promise((resume) => setTimeout(resume, 10));
  }
}

window.desk = { player, events, inView, colour, until, addresses };
document.body.dataset.started = "yes";
