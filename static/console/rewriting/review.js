// Rewrites of a sample, one card at a time, decided by key (frame/queue.js has the rest).

const list = document.querySelector("[data-cards]");
const { makeQueue } = await import(list.dataset.queue);
const { mountPlayer } = await import(document.querySelector("script[data-page-player]").src);
const player = mountPlayer(document.createElement("div")); // one for all cards: it moves into the one in view
const AHEAD = 3; // with fewer cards behind the chosen one, further ones are fetched

const queue = makeQueue({
  noun: ["rewrite", "rewrites"],
  words: { right: "right", wrong: "wrong" },
  deeds: { ...player.keys, a: () => queue.decide("right"), x: () => queue.decide("wrong") },
  on: { chosen },
});

function chosen(card) {
  const all = queue.cards();
  const place = placeIn(card);
  player.clear();
  if (place) {
    place.closest(".clip-here").hidden = true;
    card.querySelector(".decision-stage").prepend(player.root);
    player.show(place);
    player.hold([card, ...all.slice(all.indexOf(card) + 1)].slice(0, AHEAD).map(placeIn).filter(Boolean));
  } else player.root.remove();
  if (card && all.length - all.indexOf(card) <= AHEAD) queue.refill(Infinity);
}

const placeIn = (card) => card?.querySelector("[data-player]");

queue.start();
