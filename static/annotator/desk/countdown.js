// Counts the seconds of every [data-countdown] down to 0:00, also of those that come later.

setInterval(() => {
  for (const element of document.querySelectorAll("[data-countdown]")) {
    const left = Math.max(0, Number(element.dataset.countdown) - 1);
    element.dataset.countdown = String(left);
    element.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  }
}, 1000);
