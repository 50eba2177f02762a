// The panel on which people judge: does time matter in the clip, by what, and does either clip look unreal? The answer is
// sent once it is complete: “no” needs one key, “yes” two, in either order.

// In the order of the buttons: the first one says that time does not matter.
const KINDS = [null, "activity", "sequence", "state", "position"];

export function makeJudging({ box, on }) {
  const kinds = [...box.querySelectorAll("button[data-kind]")];
  const looks = [...box.querySelectorAll("button[data-unreal]")];
  let temporal = null;
  let criterion = null;
  let unreal = null;

  function draw() {
    kinds.forEach((button, place) => button.setAttribute("aria-pressed", String(temporal !== null && KINDS[place] === (temporal ? criterion : null))));
    for (const button of looks) button.setAttribute("aria-pressed", String(button.dataset.unreal === unreal));
  }

  function finish() {
    draw();
    if (temporal === false) on.complete({ judgement: { temporal, criterion: null, unreal: null } });
    else if (temporal && unreal) on.complete({ judgement: { temporal, criterion, unreal } });
  }

  // 1 says that time does not matter, 2 to 5 say by what it does.
  function kind(number) {
    if (number < 1 || number > KINDS.length) return;
    temporal = number > 1;
    criterion = KINDS[number - 1];
    finish();
  }

  function setUnreal(value) {
    unreal = value;
    finish();
  }

  kinds.forEach((button, place) => button.addEventListener("click", (event) => { if (event.detail < 2 && usable(button)) kind(place + 1); }));
  for (const button of looks) button.addEventListener("click", (event) => { if (event.detail < 2 && usable(button)) setUnreal(button.dataset.unreal); });

  return {
    box, kind, unreal: setUnreal,
    show(item, answer) {
      ({ temporal, criterion, unreal } = answer?.judgement ?? { temporal: null, criterion: null, unreal: null });
      draw();
    },
  };
}

const usable = (button) => button.getAttribute("aria-disabled") !== "true";
