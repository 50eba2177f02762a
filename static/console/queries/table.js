// The boxes of the table: all that are shown at once, a stretch with Shift, and how many are ticked. To count all pairs
// of a view takes longer than to show some, so that the page asks for their number once it is there.

const form = document.getElementById("act");
const shown = document.querySelector("[data-all-shown]");
const words = document.querySelector("[data-chosen]");
const boxes = [...document.querySelectorAll('input[name="pair"]')];
let last = null;

function tell() {
  const count = boxes.filter((box) => box.checked).length;
  const all = form.elements.all.checked;
  words.textContent = all ? "All pairs in this view are chosen." : count ? `${count} chosen on this page.` : "Choose pairs, or select all pairs in this view.";
  shown.checked = count === boxes.length;
  shown.indeterminate = count > 0 && count < boxes.length;
}

if (form) {
  shown.addEventListener("change", () => {
    for (const box of boxes) box.checked = shown.checked;
    tell();
  });
  for (const box of boxes) {
    box.addEventListener("click", (event) => {
      if (event.shiftKey && last) {
        const [from, to] = [boxes.indexOf(last), boxes.indexOf(box)].sort((a, b) => a - b);
        for (const between of boxes.slice(from, to + 1)) between.checked = box.checked;
      }
      last = box;
      tell();
    });
  }
  form.elements.all.addEventListener("change", tell);
  addEventListener("pageshow", tell);
}

const counted = document.querySelector("[data-total][data-count]");

async function count() {
  const answer = await fetch(counted.dataset.count);
  if (!answer.ok || answer.redirected) return; // the pairs themselves are there
  const number = await answer.text();
  for (const place of document.querySelectorAll("[data-total]")) place.textContent = number;
}

if (counted) count().catch(() => {});
