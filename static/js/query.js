// The lead's query page: clips play in their thumbnail under the pointer, and large on a click.

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

for (const thumb of document.querySelectorAll("[data-clip]")) {
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
