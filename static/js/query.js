// The lead's query page: a thumbnail shows its clip's first frame once it comes into view, plays it under the
// pointer, and large on a click.

const box = document.getElementById("clip-box");
const large = box.querySelector("[data-large]");

function play(thumb) {
  if (thumb.querySelector("img")) return;
  const image = document.createElement("img");
  image.alt = "";
  image.src = thumb.href;
  thumb.append(image);
}

function stop(thumb) {
  thumb.querySelector("img")?.remove();
}

function enlarge(thumb) {
  large.src = thumb.href;
  box.querySelector("[data-large-caption]").textContent =
    thumb.closest("tr").querySelector("[data-caption]").textContent;
  box.showModal();
}

// A canvas takes an animation's first frame alone.
async function showStill(thumb) {
  const image = new Image();
  image.src = thumb.href;
  try {
    await image.decode();
  } catch {
    return; // the play mark stays; a click tells what is wrong
  }
  const canvas = document.createElement("canvas");
  canvas.width = thumb.clientWidth * 2;
  canvas.height = thumb.clientHeight * 2;
  const scale = Math.min(canvas.width / image.naturalWidth, canvas.height / image.naturalHeight);
  const [width, height] = [image.naturalWidth * scale, image.naturalHeight * scale];
  const [left, top] = [(canvas.width - width) / 2, (canvas.height - height) / 2];
  canvas.getContext("2d").drawImage(image, left, top, width, height);
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
  thumb.addEventListener("pointerenter", () => play(thumb));
  thumb.addEventListener("pointerleave", () => stop(thumb));
  thumb.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return; // a new tab was asked for
    event.preventDefault();
    enlarge(thumb);
  });
}

box.addEventListener("click", (event) => { if (event.target === box) box.close(); });
box.addEventListener("close", () => large.removeAttribute("src"));
