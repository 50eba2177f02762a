// Thumbnails of clips: each shows a still once it comes into view, plays under the pointer or in focus, and large on
// a click.

const box = document.getElementById("clip-box");
let large = box.querySelector("[data-large]");

const isFilm = (thumb) => thumb.pathname.endsWith(".mp4");

function moving(thumb) {
  const shown = document.createElement(isFilm(thumb) ? "video" : "img");
  if (isFilm(thumb)) {
    shown.muted = shown.loop = shown.playsInline = shown.autoplay = true;
  } else {
    shown.alt = "";
  }
  shown.src = thumb.href;
  return shown;
}

function play(thumb) {
  if (!thumb.querySelector("img, video")) thumb.append(moving(thumb));
}

function stop(thumb) {
  thumb.querySelector("img, video")?.remove();
}

function enlarge(thumb) {
  const shown = moving(thumb);
  shown.dataset.large = "";
  shown.setAttribute(isFilm(thumb) ? "aria-label" : "alt", "The clip");
  large.replaceWith(shown);
  large = shown;
  box.querySelector("[data-large-caption]").textContent =
    thumb.closest("tr, [data-found]").querySelector("[data-caption]").textContent;
  box.showModal();
}

// A still and its size: the poster, or the clip's first frame. Fails where neither can be had.
async function stillOf(thumb) {
  const { poster } = thumb.dataset;
  if (poster || !isFilm(thumb)) {
    const image = new Image();
    image.src = poster ?? thumb.href;
    await image.decode();
    return [image, image.naturalWidth, image.naturalHeight];
  }
  const film = document.createElement("video");
  film.muted = true;
  film.preload = "auto";
  await new Promise((ready, failed) => {
    film.addEventListener("loadeddata", ready, { once: true });
    film.addEventListener("error", failed, { once: true });
    film.src = thumb.href;
  });
  return [film, film.videoWidth, film.videoHeight];
}

// A canvas keeps only one frame.
async function showStill(thumb) {
  let picture, naturalWidth, naturalHeight;
  try {
    [picture, naturalWidth, naturalHeight] = await stillOf(thumb);
  } catch {
    return; // the play mark stays; a click tells what is wrong
  }
  const canvas = document.createElement("canvas");
  canvas.width = thumb.clientWidth * 2;
  canvas.height = thumb.clientHeight * 2;
  const scale = Math.min(canvas.width / naturalWidth, canvas.height / naturalHeight);
  const [width, height] = [naturalWidth * scale, naturalHeight * scale];
  const [left, top] = [(canvas.width - width) / 2, (canvas.height - height) / 2];
  canvas.getContext("2d").drawImage(picture, left, top, width, height);
  canvas.setAttribute("aria-hidden", "true");
  thumb.prepend(canvas);
}

const seen = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    if (!entry.isIntersecting) continue;
    seen.unobserve(entry.target);
    showStill(entry.target);
  }
}, { rootMargin: "200px" });

for (const thumb of document.querySelectorAll("[data-clip]")) {
  seen.observe(thumb);
  for (const came of ["pointerenter", "focus"]) thumb.addEventListener(came, () => play(thumb));
  for (const went of ["pointerleave", "blur"]) thumb.addEventListener(went, () => stop(thumb));
  thumb.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return; // a new tab was asked for
    event.preventDefault();
    enlarge(thumb);
  });
}

box.addEventListener("click", (event) => { if (event.target === box) box.close(); });
box.addEventListener("close", () => {
  large.removeAttribute("src");
  large.load?.(); // without it a film plays on unseen
});
