// Clips that nobody has opened: a still once they come into view, and the clip itself under the pointer or in focus.

const AFTER_MS = 120; // the pointer may only be passing

const isFilm = ({ type }) => type.startsWith("video/");

// The first of its renditions that this browser plays, as far as that is known without trying.
function chosen(place) {
  const renditions = JSON.parse(place.dataset.renditions);
  const probe = document.createElement("video");
  return renditions.find((one) => !isFilm(one) || probe.canPlayType(one.type)) ?? renditions[0];
}

function moving(clip) {
  const shown = document.createElement(isFilm(clip) ? "video" : "img");
  if (isFilm(clip)) shown.muted = shown.loop = shown.playsInline = shown.autoplay = true;
  else shown.alt = "";
  shown.dataset.moving = "";
  shown.src = clip.url;
  return shown;
}

function stop(place) {
  const shown = place.querySelector("[data-moving]");
  if (!shown) return;
  shown.removeAttribute("src");
  shown.load?.(); // without it a film plays on unseen
  shown.remove();
}

// The clip's first frame and its size, where there is no poster.
async function firstFrame(clip) {
  if (!isFilm(clip)) {
    const image = new Image();
    image.src = clip.url;
    await image.decode();
    return [image, image.naturalWidth, image.naturalHeight];
  }
  const film = document.createElement("video");
  film.muted = true;
  film.preload = "auto";
  await new Promise((ready, failed) => {
    film.addEventListener("loadeddata", ready, { once: true });
    film.addEventListener("error", failed, { once: true });
    film.src = clip.url;
  });
  return [film, film.videoWidth, film.videoHeight];
}

// A canvas keeps only one frame.
async function showStill(place) {
  const clip = chosen(place);
  if (clip.streamed) return;
  let picture, width, height;
  try {
    [picture, width, height] = await firstFrame(clip);
  } catch {
    return; // the play mark stays; a click tells what is wrong
  }
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width, height });
  canvas.getContext("2d").drawImage(picture, 0, 0);
  canvas.setAttribute("aria-hidden", "true");
  place.prepend(canvas);
}

const seen = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue;
    seen.unobserve(target);
    showStill(target);
  }
}, { rootMargin: "200px" });

function watch(root) {
  for (const place of root.querySelectorAll("[data-player]")) if (!place.querySelector("img, canvas")) seen.observe(place);
}

let waiting = 0;
const still = matchMedia("(prefers-reduced-motion: reduce)");

function came({ target }) {
  const place = target.closest?.("[data-player]");
  if (!place || still.matches || place.querySelector("[data-moving]")) return;
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    if (place.isConnected && place.matches(":hover, :focus-visible")) place.append(moving(chosen(place)));
  }, AFTER_MS);
}

function went({ target, relatedTarget }) {
  const place = target.closest?.("[data-player]");
  if (place && !place.contains(relatedTarget)) stop(place);
}

document.addEventListener("pointerover", (event) => { if (event.pointerType === "mouse") came(event); });
document.addEventListener("pointerout", went);
document.addEventListener("focusin", came);
document.addEventListener("focusout", went);
watch(document);
document.addEventListener("htmx:load", (event) => watch(event.target.parentElement ?? document));
