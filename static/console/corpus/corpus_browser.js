// The admin's browser of moments: a clip is fetched and plays in its place when it is asked for, and goes when it is
// asked for again.

const isFilm = (place) => place.pathname.endsWith(".mp4");

function moving(place) {
  const shown = document.createElement(isFilm(place) ? "video" : "img");
  if (isFilm(place)) {
    shown.muted = shown.loop = shown.playsInline = shown.autoplay = true;
  } else {
    shown.alt = "";
  }
  shown.addEventListener("error", () => {
    shown.remove();
    place.classList.remove("clip-playing");
    place.classList.add("clip-broken");
  });
  shown.src = place.href;
  return shown;
}

function toggle(place) {
  const shown = place.querySelector("img, video");
  if (shown) {
    shown.removeAttribute("src");
    shown.load?.(); // without it a film plays on unseen
    shown.remove();
  } else {
    place.append(moving(place));
  }
  place.classList.toggle("clip-playing", !shown);
}

document.addEventListener("click", (event) => {
  const place = event.target.closest("[data-clip]");
  if (!place || event.ctrlKey || event.metaKey || event.shiftKey) return; // a new tab was asked for
  event.preventDefault();
  toggle(place);
});
