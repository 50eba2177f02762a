// A queue of decisions: one card at a time, decided by key (frame/queue.js has the rest). A choice that asks for a
// reason is made with a second key; where none does, the second key gives the last decision another reason.

const list = document.querySelector("[data-cards]");
const log = document.querySelector("[data-log]");
const { makeQueue } = await import(list.dataset.queue);
const { mountPlayer } = await import(document.querySelector("script[data-page-player]").src);
const makePlayer = () => mountPlayer(document.createElement("div"));
const player = makePlayer(); // one for all cards: it moves into the one in view
const players = [player]; // where cards show several clips together, one for each
const choices = JSON.parse(document.getElementById("choices").textContent);
const byValue = new Map(choices.map((choice) => [choice.value, choice]));
const AHEAD = 3; // with fewer cards behind the chosen one, further ones are fetched
const state = { armed: null, last: null };

const queue = makeQueue({
  noun: [list.dataset.unit, list.dataset.units],
  words: Object.fromEntries(choices.map((choice) => [choice.value, choice.done])),
  deeds: {
    ...Object.fromEntries(Object.keys(player.keys).map((key) => [key, playAll(key)])),
    ...Object.fromEntries([..."asdfg"].map((key) => [key, () => giveReason(key)])),
    ...Object.fromEntries([..."123456789"].map((key) => [key, () => chooseDigit(key)])),
    ...Object.fromEntries(choices.map((choice) => [choice.key, () => queue.decide(choice.value)])),
    Escape: disarm,
    n: typeReason,
  },
  on: { may, chosen, over },
});

function buttonOf(card, value) {
  return [...card.querySelectorAll("button[name=decision]")].find((button) => button.value === value && !button.disabled);
}

// Whether the card is decided now; one that needs a reason first waits for it.
function may(card, value) {
  if (!buttonOf(card, value)) {
    queue.say(`${card.dataset.what} cannot be decided so.`);
    return false;
  }
  if (byValue.get(value).asks && !reasonOf(card).value.trim()) {
    arm(card, value);
    return false;
  }
  disarm();
  state.last = card.dataset.item;
  return true;
}

const reasonOf = (card) => card.querySelector("[data-why] [name=reason]");

function arm(card, value) {
  state.armed = value;
  showReasons(card);
  queue.say("Give a reason: press its letter, or n to type it.");
}

function showReasons(card) {
  const why = card.querySelector("[data-why]");
  why.dataset.armed = "";
  why.scrollIntoView({ block: "nearest" });
}

function disarm() {
  state.armed = null;
  for (const why of document.querySelectorAll("[data-armed]")) delete why.dataset.armed;
}

function giveReason(key) {
  const card = queue.chosen();
  if (state.armed && card) choosePreset(card.querySelector(`[data-why] [data-preset="${key}"]`));
  else if (state.last) queue.queued(() => explain(document.getElementById(`done-${state.last}`), key));
}

function choosePreset(button) {
  const card = button?.closest("[data-card]");
  if (!card) return;
  reasonOf(card).value = button.textContent.trim().replace(/^\S+\s+/, "");
  if (state.armed) queue.decide(state.armed);
}

function typeReason() {
  const card = queue.chosen();
  if (card && reasonOf(card)) showReasons(card);
  const field = (card && reasonOf(card)) ?? log.querySelector("[data-mine] [name=typed]");
  const box = field?.closest("details");
  if (box) box.open = true;
  field?.focus();
}

// The decision's line with another reason, from one of its buttons or as it was typed.
async function explain(line, key) {
  const button = line?.querySelector(`[data-reason] [data-preset="${key}"]`);
  if (button) await sendReason(button.form, button);
}

async function sendReason(form, button) {
  const line = form.closest("[data-decided]");
  let answer;
  try {
    answer = await fetch(form.action, { method: "POST", body: new FormData(form, button), headers: { "HX-Request": "true" } });
  } catch {
    answer = null;
  }
  if (!answer?.ok || answer.redirected) {
    queue.say("The reason was not saved. Try again.");
    return;
  }
  const template = document.createElement("template");
  template.innerHTML = await answer.text();
  line.replaceWith(template.content);
  queue.say("The reason is changed.");
}

function chosen(card) {
  disarm();
  const all = queue.cards();
  const place = placeIn(card);
  for (const one of players) {
    one.clear();
    one.root.remove();
  }
  const together = card ? [...card.querySelectorAll("[data-together] [data-player]")] : [];
  if (together.length) showTogether(together); // one of two, where the other could not be cut
  else if (place) {
    place.closest(".clip-here").hidden = true;
    card.querySelector(".decision-stage").prepend(player.root);
    player.show(place).then((word) => word === "shown" && moveToAnswer(1));
    player.hold([card, ...all.slice(all.indexOf(card) + 1)].slice(0, AHEAD).map(placeIn).filter(Boolean));
  }
  if (card && all.length - all.indexOf(card) <= AHEAD) queue.refill(Infinity);
}

// All clips of a card, which start at once.
async function showTogether(places) {
  while (players.length < places.length) players.push(makePlayer());
  const shown = places.map((place, number) => {
    place.closest(".clip-here").hidden = true;
    place.closest(".clip-here").before(players[number].root);
    return players[number].show(place);
  });
  const words = await Promise.all(shown);
  if (words.every((word) => word === "shown")) for (const one of players) one.moveTo(0);
}

// What a key of the player does to every clip in view.
function playAll(key) {
  const deed = () => { for (const one of players) if (one.root.isConnected) one.keys[key](); };
  return Object.assign(deed, { repeats: player.keys[key].repeats });
}

// A digit chooses why time matters, or a piece of the known answer.
function chooseDigit(digit) {
  const option = queue.chosen()?.querySelector(`[data-digit="${digit}"]`);
  if (option) option.checked = true;
  else moveToAnswer(Number(digit), { plays: true });
}

// To the start of the known answer's stretch of that number; a card without one stands at the beginning.
function moveToAnswer(number, how) {
  const answer = queue.chosen()?.querySelectorAll("[data-from-ms]")[number - 1];
  if (answer) player.moveTo(Number(answer.dataset.fromMs) / 1000, how);
}

const placeIn = (card) => card?.querySelector("[data-player]");

// What somebody else decided leaves the queue and is told among the decisions.
function over(card, text) {
  const line = document.createElement("li");
  line.className = "decided";
  const told = document.createElement("p");
  told.className = "message message-error";
  told.setAttribute("role", "alert");
  told.textContent = `${card.dataset.what}: ${text}`;
  line.append(told);
  log.prepend(line);
  const lately = document.querySelector("[data-lately]");
  lately.hidden = false;
  lately.open = true;
}

document.addEventListener("click", (event) => {
  const answer = event.target.closest?.("[data-from-ms]");
  if (answer) player.moveTo(Number(answer.dataset.fromMs) / 1000, { plays: true });
  const preset = event.target.closest?.("[data-why] [data-preset]");
  if (preset) choosePreset(preset);
});
document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-reason]")) return;
  event.preventDefault();
  queue.queued(() => sendReason(event.target, event.submitter));
});

queue.start();
