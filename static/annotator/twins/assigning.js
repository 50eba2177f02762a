// The panel on which people say which clip a sentence describes; one key sends the answer.

export function makeAssigning({ box, text, on }) {
  const sentence = box.querySelector("[data-sentence]");
  const choices = box.querySelector("[data-choices]");
  const cannot = box.querySelector("[data-cannot]");
  let count = 0;
  let given; // a number, null for “cannot tell”, undefined before an answer

  function draw() {
    for (const button of choices.querySelectorAll("button")) button.setAttribute("aria-pressed", String(Number(button.dataset.number) === given));
    cannot.setAttribute("aria-pressed", String(given === null));
  }

  function choose(number) {
    if (number === null ? cannot.hidden : number < 1 || number > count) return;
    given = number;
    draw();
    on.complete({ assignment: { chosen: number } });
  }

  function press(event) {
    const button = event.target.closest("button");
    if (!button || event.detail > 1 || button.getAttribute("aria-disabled") === "true") return;
    choose(button === cannot ? null : Number(button.dataset.number));
  }

  choices.addEventListener("click", press);
  cannot.addEventListener("click", press);

  function makeChoice(place) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "level";
    button.dataset.number = String(place + 1);
    button.dataset.answer = "";
    const key = document.createElement("kbd");
    key.textContent = String(place + 1);
    key.setAttribute("aria-hidden", "true");
    const words = document.createElement("span");
    words.className = "level-words";
    words.textContent = count > 2 ? text("clip-number", { n: place + 1 }) : text(place ? "second-clip" : "first-clip");
    button.append(words, key);
    return button;
  }

  return {
    box, choose,
    show(item, answer) {
      count = item.clips.length;
      given = answer ? answer.assignment.chosen : undefined;
      sentence.textContent = item.caption;
      cannot.hidden = item.cannot_tell === false;
      choices.replaceChildren(...item.clips.map((_, place) => makeChoice(place)));
      draw();
    },
  };
}
