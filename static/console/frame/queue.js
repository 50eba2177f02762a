// A queue of cards that a lead decides by key: a decision leaves the screen at once and is sent after those before it;
// one that fails puts its card back with what happened.

const FEW = 12; // with fewer cards left, further ones are fetched
const LOST = "The server did not answer, so the decision may not be saved. Decide again: a decision is never counted twice.";
const SIGNED_OUT = "You are signed out. Sign in again in another tab, then decide again.";
const FIELDS = "input:not([type=radio], [type=checkbox]), textarea, select";

// noun: [one, many] of what is decided. words: what a decision did, by its name. deeds: what further keys do.
// arrows: whether the arrow keys move too.
// on: chosen(card), counted(cards), moved(change, card), may(card, decision), over(card, text) if somebody else decided
export function makeQueue({ noun, words, deeds = {}, arrows = true, on = {} }) {
  const list = document.querySelector("[data-cards]");
  const log = document.querySelector("[data-log]");
  const lately = document.querySelector("[data-lately]");
  const announcement = document.querySelector("[data-announcement]");
  const left = document.querySelector("[data-left]");
  const state = { chosen: null, sending: Promise.resolve(), waiting: 0 };

  const cards = () => [...list.querySelectorAll("[data-card]")];

  function say(text) {
    announcement.textContent = "";
    requestAnimationFrame(() => { announcement.textContent = text; });
  }

  function queued(job) {
    state.waiting += 1;
    state.sending = state.sending.then(job).finally(() => {
      state.waiting -= 1;
      if (state.waiting) return;
      count(0);
      document.dispatchEvent(new Event("inbox:changed"));
    });
  }

  function choose(card, { focus = true, show = true } = {}) {
    state.chosen?.removeAttribute("aria-current");
    state.chosen = card ?? null;
    card?.setAttribute("aria-current", "true");
    on.chosen?.(state.chosen);
    if (!card) return;
    if (focus) card.focus({ preventScroll: true });
    if (show) card.scrollIntoView({ block: "nearest" });
  }

  // So many cards more await a decision; `card` is the one that came or went.
  function count(change, card) {
    add(change, left);
    if (card) on.moved?.(change, card);
    on.counted?.(cards());
    document.querySelector("[data-bar]").hidden = !cards().length;
    document.querySelector("[data-empty]").hidden = cards().length > 0 || state.waiting > 0;
  }

  function refill(few = FEW) {
    const more = list.querySelector("[data-more]");
    if (more && cards().length < few) window.htmx.trigger(more, "refill");
  }

  function putBack(card, place, answer) {
    if (answer.over && on.over) {
      place.remove();
      on.over(card, answer.text);
      return count(0);
    }
    const trouble = card.querySelector("[data-trouble]");
    trouble.textContent = answer.text;
    trouble.hidden = false;
    if (answer.over) card.querySelector("[data-decide]").remove();
    place.replaceWith(card);
    count(answer.over ? 0 : 1, card);
    if (!state.chosen) choose(card, { focus: false });
    return undefined;
  }

  const beside = (card) => {
    const all = cards();
    return all[all.indexOf(card) + 1] ?? all[all.indexOf(card) - 1];
  };

  // A card that somebody else decided says so until the next key.
  function putAway(card) {
    const next = beside(card);
    card.remove();
    choose(next);
    count(0);
    refill();
  }

  function decide(card, decision) {
    const form = card.querySelector("[data-decide]");
    if (!form) return putAway(card);
    if (on.may && !on.may(card, decision)) return undefined;
    const fields = new FormData(form);
    fields.set("decision", decision);
    const next = beside(card);
    const place = document.createComment(card.id);
    const had = card === state.chosen || card.contains(document.activeElement);
    queued(async () => {
      const answer = await post(form, fields);
      if (answer.ok) record(place, answer.text);
      else putBack(card, place, answer);
      if (!answer.ok) say(`${card.dataset.what}: ${answer.text}`);
    });
    card.replaceWith(place);
    if (had || !state.chosen) choose(next);
    say(`${card.dataset.what} ${words[decision]}.${next ? "" : ` There are no more ${noun[1]} on this page.`}`);
    count(-1, card);
    return refill();
  }

  function record(place, html) {
    place.remove();
    log.prepend(fragment(html));
    lately.hidden = false;
    count(0);
  }

  function undo(form) {
    queued(async () => {
      const entry = (form ?? log.querySelector("[data-mine] [data-undo]"))?.closest("[data-decided]");
      if (!entry) return say("You have no decision to undo.");
      const answer = await post(entry.querySelector("[data-undo]"), new FormData(entry.querySelector("[data-undo]")));
      if (!answer.ok) return refuse(entry, answer.text);
      entry.remove();
      lately.hidden = !log.children.length;
      list.prepend(fragment(answer.text));
      window.htmx.process(list);
      const card = list.firstElementChild;
      const isBack = answer.text.includes("data-card");
      if (isBack) choose(card);
      count(isBack ? 1 : 0, card);
      return say(isBack ? `Undone: the ${noun[0]} is awaiting a decision again.` : "Undone.");
    });
  }

  function refuse(entry, text) {
    let line = entry.querySelector("[role=alert]");
    if (!line) {
      line = document.createElement("p");
      line.className = "message message-error";
      line.setAttribute("role", "alert");
      entry.append(line);
    }
    line.textContent = text;
    lately.open = true;
  }

  // The card above or below in the grid, by its left edge.
  function inColumn(way) {
    const all = cards();
    const at = all.indexOf(state.chosen);
    const edge = state.chosen.getBoundingClientRect().left;
    const beyond = way > 0 ? all.slice(at + 1) : all.slice(0, at).reverse();
    return beyond.find((card) => Math.abs(card.getBoundingClientRect().left - edge) < 2) ?? all[at];
  }

  function move(key) {
    const all = cards();
    if (!state.chosen) return choose(all[0]);
    if (key === "ArrowUp" || key === "ArrowDown") return choose(inColumn(key === "ArrowDown" ? 1 : -1));
    const step = key === "j" || key === "ArrowRight" ? 1 : -1;
    return choose(all[all.indexOf(state.chosen) + step] ?? state.chosen);
  }

  const decideChosen = (decision) => state.chosen && decide(state.chosen, decision);
  const own = { u: () => undo(), ...deeds };
  const moves = arrows ? ["j", "k", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"] : ["j", "k"];

  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches(FIELDS)) {
      inField(event);
      return;
    }
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const pressed = event.shiftKey && own[`Shift+${key}`] ? `Shift+${key}` : key;
    const onCard = event.target === document.body || event.target.matches("[data-card], input");
    if (key === "Enter" && !onCard) return;
    if (key === " " && event.target.matches("button, a, summary")) return;
    if (moves.includes(key)) move(key);
    else if (own[pressed] && (!event.repeat || own[pressed].repeats)) own[pressed](); // a key that is held decides once
    else return;
    event.preventDefault();
  }

  // Enter and Escape lead from a field back to the card; neither decides.
  function inField(event) {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    const card = event.target.closest("[data-card]");
    if (!card) return;
    event.preventDefault();
    card.focus();
  }

  document.addEventListener("keydown", onKey);
  document.addEventListener("focusin", (event) => {
    const card = event.target.closest?.("[data-card]");
    if (card && card !== state.chosen) choose(card, { focus: false, show: false });
  });
  document.addEventListener("submit", (event) => {
    if (event.target.matches("[data-decide]")) decide(event.target.closest("[data-card]"), event.submitter.value);
    else if (event.target.matches("[data-undo]")) undo(event.target);
    else return;
    event.preventDefault();
  });
  list.addEventListener("htmx:afterSettle", () => count(0));
  window.addEventListener("beforeunload", (event) => { if (state.waiting) event.preventDefault(); });

  return { choose, decide: decideChosen, say, cards, queued, refill, chosen: () => state.chosen, start: () => choose(cards()[0], { focus: false, show: false }) };
}

// The number in the element, changed by so much.
export function add(change, place) {
  const before = Number(place?.textContent.replaceAll(",", ""));
  if (place) place.textContent = Math.max(before + change, 0).toLocaleString("en");
}

export function openNote(card) {
  const box = card?.querySelector("details.card-note");
  if (!box) return;
  box.open = true;
  box.querySelector("input").focus();
}

function fragment(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content;
}

// What the server answered, or why there is no answer.
async function post(form, fields) {
  let answer;
  try {
    answer = await fetch(form.action, { method: "POST", body: fields, headers: { "HX-Request": "true" } });
  } catch {
    return { ok: false, text: LOST };
  }
  if (answer.redirected) return { ok: false, text: SIGNED_OUT };
  const plain = answer.headers.get("Content-Type")?.startsWith("text/plain");
  if (answer.ok) return { ok: true, text: await answer.text() };
  return { ok: false, over: answer.status === 409, text: plain ? await answer.text() : LOST };
}
