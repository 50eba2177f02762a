// Captions by keyboard: a accept, e edit, r try again, j and k to move. What is decided gives way to the next at once.

const LIST = "[data-rewritings]";
const page = { current: null };

const cards = () => [...document.querySelectorAll(`${LIST} > [data-rewriting]`)];

function show(card, { focus = true } = {}) {
  page.current?.classList.remove("is-current");
  page.current = card ?? null;
  if (!card) return;
  card.classList.add("is-current");
  if (focus) {
    card.focus({ preventScroll: true });
    card.scrollIntoView({ block: "nearest" });
  }
}

function move(step) {
  const all = cards();
  const place = all.indexOf(page.current);
  const next = all[Math.min(Math.max(place + step, 0), all.length - 1)];
  if (next) show(next);
}

function edit(card) {
  const box = card.querySelector(".rewriting-edit");
  if (!box) return;
  box.open = true;
  const text = box.querySelector("[data-edit]");
  text.focus();
  text.setSelectionRange(text.value.length, text.value.length);
}

const ACTIONS = {
  j: () => move(1),
  k: () => move(-1),
  e: () => page.current && edit(page.current),
  a: () => page.current?.querySelector("[data-key=a]")?.click(),
  r: () => page.current?.querySelector("[data-key=r]")?.click(),
};

function pressed(event) {
  const writing = event.target.closest("textarea, input, select");
  if (writing?.matches("[data-edit]")) {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      writing.form.querySelector("[data-save]").click();
    } else if (event.key === "Escape") {
      writing.closest("details").open = false;
      show(writing.closest("[data-rewriting]"));
    }
    return;
  }
  if (writing || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  const action = ACTIONS[event.key];
  if (action) {
    event.preventDefault();
    action();
  }
}

// A card that was decided is swapped for a line: the next card after it, else the first that is left.
function swapped(event) {
  const place = event.target.id ? document.getElementById(event.target.id) : null;
  if (!place || !place.closest(LIST)) return;
  if (place.matches("[data-rewriting]")) {
    show(place, { focus: false });
    edit(place);
    return;
  }
  if (page.current && document.contains(page.current)) return;
  const all = cards();
  const after = all.find((card) => place.compareDocumentPosition(card) & Node.DOCUMENT_POSITION_FOLLOWING);
  show(after ?? all[0]);
  document.querySelector("[data-through]").hidden = all.length > 0;
  if (!all.length) document.querySelector("[data-through] a").focus();
}

document.addEventListener("keydown", pressed);
document.addEventListener("focusin", (event) => {
  const card = event.target.closest(`${LIST} > [data-rewriting]`);
  if (card && card !== page.current) show(card, { focus: false });
});
document.body.addEventListener("htmx:afterSwap", swapped);
show(cards()[0], { focus: false });
