// The panel of a page with rows of pairs: it plays and decides the pair whose row was opened, and goes on by key.

const panel = document.getElementById("pair-panel");
const inside = panel.querySelector("[data-inside]");
const wide = matchMedia("(min-width: 75rem)");
const MOVES = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };
const FAILED = "The pair did not load. Check the connection and open it again.";

let row = null;
let turn = 0;

const rowOf = (element) => element.closest("[data-pair]");
const rows = () => [...document.querySelectorAll("tr[data-pair]")];
const linkOf = (of) => of.querySelector("a.row-text, a[data-open]");

function mark(next) {
  row?.removeAttribute("aria-current");
  row = next;
  row?.setAttribute("aria-current", "true");
  for (const button of panel.querySelectorAll("[data-by]")) button.disabled = !beside(Number(button.dataset.by));
}

function beside(by) {
  const all = rows();
  return all[all.indexOf(row) + by];
}

// A decision leads back to this page, and to this pair in it.
function comeBack() {
  const place = `#pair-${row.dataset.pair}`;
  for (const form of inside.querySelectorAll("form[method=post]")) {
    form.action = form.getAttribute("action") + place;
    for (const button of form.querySelectorAll("[formaction]")) button.formAction = button.getAttribute("formaction") + place;
    if (panel.dataset.back === undefined) continue;
    form.querySelector("[name=back]")?.remove();
    for (const [name, value] of [["back", panel.dataset.back], ["view", location.search.slice(1)]]) {
      form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
    }
  }
}

function fill(html, section) {
  inside.innerHTML = html;
  inside.dispatchEvent(new Event("htmx:load", { bubbles: true }));
  comeBack();
  const wanted = section && inside.querySelector(`#${section}`);
  if (wanted) {
    wanted.open = true;
    wanted.querySelector("input:not([type=hidden]), select, textarea")?.focus();
    wanted.scrollIntoView({ block: "nearest" });
  } else inside.querySelector("[data-heading]").focus({ preventScroll: true });
}

async function open(next, section = "") {
  const mine = ++turn;
  mark(next);
  if (!panel.open) wide.matches ? panel.show() : panel.showModal();
  row.scrollIntoView({ block: "nearest" });
  history.replaceState(null, "", `#pair-${row.dataset.pair}`);
  let html = null;
  try {
    const answer = await fetch(linkOf(row).href.split("#")[0], { headers: { "HX-Request": "true" } });
    if (answer.ok && !answer.redirected) html = await answer.text();
  } catch {
    // the words below tell
  }
  if (mine !== turn || !panel.open) return;
  if (html === null) inside.innerHTML = `<p class="pair-failed" tabindex="-1" data-heading>${FAILED}</p>`;
  fill(html ?? inside.innerHTML, section);
  panel.scrollTop = section ? panel.scrollTop : 0;
}

document.addEventListener("click", (event) => {
  const place = event.target.closest?.("[data-open], tr[data-pair] .clip-shot[data-player]");
  if (!place || panel.contains(place) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  event.stopPropagation();
  place.closest("[popover]")?.hidePopover();
  open(rowOf(place), place.dataset.open ?? "");
}, { capture: true });

panel.addEventListener("click", ({ target }) => {
  const by = Number(target.closest("[data-by]")?.dataset.by ?? 0);
  if (by && beside(by)) open(beside(by));
  if (target === panel && panel.matches(":modal")) panel.close();
});

document.addEventListener("keydown", (event) => {
  const by = MOVES[event.key] ?? 0;
  const typing = event.target.matches("input, select, textarea, [role=slider]");
  if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
  if (event.key === "Escape" && panel.open && !panel.matches(":modal")) panel.close();
  if (!by || typing || !panel.open || !beside(by)) return;
  event.preventDefault();
  open(beside(by));
});

panel.addEventListener("close", () => {
  turn += 1;
  inside.replaceChildren();
  inside.dispatchEvent(new Event("htmx:load", { bubbles: true }));
  const was = row;
  mark(null);
  history.replaceState(null, "", location.pathname + location.search);
  if (was) linkOf(was).focus({ preventScroll: true });
});

const named = document.querySelector(`tr${/^#pair-\d+$/.test(location.hash) ? location.hash : "[data-none]"}`);
if (named) open(named);
