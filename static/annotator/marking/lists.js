// The lists beside the video on both desks: questions, and the segments of the one in view.

export function makeLists({ part, text, timecode, element: { element, refill } }) {
  const drawn = new WeakMap(); // list → what stands in it

  // `stateOf` gives the state of a question, as a name that has words. A list of fifty is not made again with each key.
  function showQuestions(list, questions, { current, stateOf, wordsOf = (question) => question.query }) {
    const marks = questions.map(stateOf);
    const wanted = JSON.stringify([current?.id, questions.map((question, place) => [question.id, marks[place], wordsOf(question)])]);
    if (drawn.get(list) === wanted) return;
    drawn.set(list, wanted);
    refill(list, () => questions.map((question, place) => {
      const mark = marks[place];
      const button = element("button", { type: "button", className: "ask" }, [
        element("span", { className: "ask-number" }, [String(place + 1)]),
        element("bdi", { className: "ask-text", dir: "auto" }, [wordsOf(question)]),
        element("span", { className: "ask-state" }, [text(`ask-${mark}`)]),
      ]);
      button.dataset.ask = question.id;
      button.dataset.state = mark;
      if (question === current) button.setAttribute("aria-current", "true");
      return element("li", {}, [button]);
    }));
    list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }

  function showSegments({ segments, chosen, none = false }, locked) {
    part("segments-none").hidden = segments.length > 0 || none;
    refill(part("segments"), () => segments.map((segment, place) => segmentItem(segment, place, { isChosen: chosen === place, locked })));
  }

  function segmentItem([start, end], place, { isChosen, locked }) {
    const choose = element("button", { type: "button", className: "segment" }, [
      element("span", { className: "segment-number" }, [String(place + 1)]),
      element("span", { className: "segment-times" }, [`${timecode(start)} – ${timecode(end)}`]),
      element("span", { className: "muted" }, [text("seconds", { n: ((end - start) / 1000).toFixed(1) })]),
    ]);
    choose.dataset.segment = String(place);
    choose.setAttribute("aria-pressed", String(isChosen));
    const remove = element("button", { type: "button", className: "quiet small segment-remove", ariaLabel: text("remove-segment", { n: place + 1 }) }, ["×"]);
    remove.dataset.remove = String(place);
    remove.setAttribute("aria-disabled", String(locked));
    return element("li", {}, [choose, remove]);
  }

  return { showQuestions, showSegments, segmentItem };
}

// Buttons of the lists: calls what `on` has for the first of its names that the button carries as data.
export function listenToLists(root, on) {
  root.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button || button.getAttribute("aria-disabled") === "true") return;
    const name = Object.keys(on).find((one) => button.dataset[one] !== undefined);
    if (name) on[name](button.dataset[name], button);
  });
}
