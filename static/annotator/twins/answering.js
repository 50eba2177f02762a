// The panel beside the clips: one of three, by the task of the seat in view.

export function makeAnswering({ modules, part, api, text, on }) {
  const panels = {
    judge: modules.judging.makeJudging({ box: part("judge"), on }),
    caption: modules.captioning.makeCaptioning({ box: part("caption"), makeChecks: modules.caption_look.makeChecks, api, text, on }),
    assign: modules.assigning.makeAssigning({ box: part("assign"), text, on }),
  };
  panels.lookalikes = panels.assign;
  let panel = null;
  let usable = false;

  function show(item, answer, draft) {
    clear();
    panel = panels[item.task];
    panel.box.hidden = false;
    part("task").textContent = panel.task?.(item) ?? item.query;
    panel.show(item, answer, draft);
  }

  function clear() {
    for (const { box } of Object.values(panels)) box.hidden = true;
    part("task").textContent = "";
    panel = null;
  }

  function setUsable(value) {
    usable = value;
    for (const button of part("answer").querySelectorAll("button[data-answer]")) button.setAttribute("aria-disabled", String(!value));
  }

  const when = (name, act) => (...given) => { if (usable && panels[name] === panel) act(...given); };
  const chosen = [...Array(9).keys()].map((place) => [`choose${place + 1}`, () => choose(place + 1)]);

  // A digit means another thing on each panel.
  function choose(number) {
    if (!usable) return;
    if (panel === panels.judge) panels.judge.kind(number);
    else if (panel === panels.assign) panels.assign.choose(number);
  }

  return {
    show, clear, setUsable,
    restore: (draft) => { if (panel === panels.caption) panels.caption.restore(draft); },
    submit: () => { if (usable) panel?.submit?.(); },
    actions: {
      ...Object.fromEntries(chosen),
      cannotTell: when("assign", () => panels.assign.choose(null)),
      realBoth: when("judge", () => panels.judge.unreal("neither")),
      unrealFirst: when("judge", () => panels.judge.unreal("first")),
      unrealSecond: when("judge", () => panels.judge.unreal("second")),
      unrealBoth: when("judge", () => panels.judge.unreal("both")),
      firstCaption: when("caption", () => panels.caption.focus(0)),
      secondCaption: when("caption", () => panels.caption.focus(1)),
    },
  };
}
