// Captions and windows by keyboard; a video plays only the stretches that are asked about, one after the other.

const all = [...document.querySelectorAll("[data-made]")];
let current = -1;

function turn(step) {
  const next = Math.min(all.length - 1, Math.max(0, current + step));
  if (next === current) return;
  all[current]?.removeAttribute("data-current");
  all[current]?.querySelector("video")?.pause();
  current = next;
  all[current].setAttribute("data-current", "");
  all[current].focus({ preventScroll: true });
  all[current].scrollIntoView({ block: "nearest" });
  const video = all[current].querySelector("[data-stretches]");
  if (video) showFirst(video);
}

// The first picture of what is asked about. A video is fetched only when it is its turn.
function showFirst(video) {
  const [first] = stretchesOf(video);
  if (!first || video.preload !== "none") return;
  video.addEventListener("loadedmetadata", () => { if (video.paused) video.currentTime = first[0]; }, { once: true });
  video.preload = "auto";
  video.load();
}

function stretchesOf(video) {
  return video.dataset.stretches.trim().split(/\s+/).filter(Boolean).map((one) => one.split("-").map((ms) => Number(ms) / 1000));
}

// From the start of the stretch in which the video stands, else of the first one.
for (const video of document.querySelectorAll("[data-stretches]")) {
  const stretches = stretchesOf(video);
  if (!stretches.length) continue;
  let at = 0;
  video.addEventListener("play", () => {
    const [start, end] = stretches[at];
    if (video.currentTime < start - 0.05 || video.currentTime >= end - 0.05) video.currentTime = start;
  });
  video.addEventListener("timeupdate", () => {
    if (video.paused || video.currentTime < stretches[at][1]) return;
    at = (at + 1) % stretches.length;
    video.currentTime = stretches[at][0];
    if (at === 0) video.pause();
  });
}

const press = (value) => all[current]?.querySelector(`button[value="${value}"]`)?.click();

// A reason that has to be given is asked for first.
function reject() {
  const reason = all[current]?.querySelector('input[name="reason"][required]');
  if (reason && !reason.value.trim()) reason.focus();
  else press("reject");
}

for (const form of document.querySelectorAll("form")) {
  const shown = form.querySelector('[name="shown_ms"]');
  if (shown) form.addEventListener("submit", () => { shown.value = String(Math.round(performance.now())); });
}

const commands = {
  j: () => turn(1),
  k: () => turn(-1),
  " ": () => {
    const video = all[current]?.querySelector("video");
    if (video) video.paused ? video.play() : video.pause();
  },
  e: () => all[current]?.querySelector("textarea")?.focus(),
  a: () => press("accept"),
  x: reject,
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.target.closest("textarea, input, select")) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  if (event.key === " " && event.target.closest("button, a, video, summary")) return;
  const command = commands[event.key.toLowerCase()];
  if (!command) return;
  event.preventDefault();
  command();
});
if (all.length) turn(1);
