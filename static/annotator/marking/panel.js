// Draws the questions of a video beside it, and the answer to the one in view.

export function makePanel({ part, root, text, timecode, marking, element: { element, refill }, lists: { makeLists, listenToLists }, on }) {
  const lists = makeLists({ part, text, timecode, element: { element, refill } });

  function showQuestions(questions, current, stateOf) {
    part("asks-box").hidden = questions.length < 2;
    lists.showQuestions(part("asks"), questions, { current, stateOf });
  }

  function showQuestion(question) {
    part("query").textContent = question?.query ?? "";
    part("condition-box").hidden = !question?.condition;
    part("segments-box").hidden = Boolean(question?.pieces);
    part("pieces-box").hidden = !question?.pieces;
    root.toggleAttribute("data-pieces", Boolean(question?.pieces));
  }

  function showAnswer(now, { question, asked, piece, locked }) {
    if (question.pieces) showPieces(now, question.pieces, piece, locked);
    else lists.showSegments(now, locked);
    part("none").setAttribute("aria-pressed", String(now.none));
    for (const row of root.querySelectorAll("[data-judge]")) {
      const place = asked.indexOf(row.dataset.judge);
      row.hidden = place < 0 || Boolean(question.pieces);
      row.querySelector("[data-place]").textContent = String(place + 1);
      for (const button of row.querySelectorAll("[data-value]")) {
        button.setAttribute("aria-pressed", String(String(now[row.dataset.judge]) === button.dataset.value));
        button.setAttribute("aria-disabled", String(locked || now.none));
      }
    }
    if (part("note").value !== now.note) part("note").value = now.note;
    part("note").readOnly = locked;
  }

  function showPieces(now, pieces, current, locked) {
    refill(part("pieces"), () => pieces.map((piece, place) => {
      const [start, end] = piece.span;
      const choose = element("button", { type: "button", className: "segment" }, [
        element("span", { className: "segment-number" }, [String(place + 1)]),
        element("span", { className: "segment-times" }, [`${timecode(start)} – ${timecode(end)}`]),
      ]);
      choose.dataset.piece = String(place);
      choose.setAttribute("aria-pressed", String(place === current));
      const word = marking.wordOf(now, piece, place);
      const words = piece.asks === "edges" ? ["undecided"] : ["yes", "no", "undecided"];
      const group = element("div", { className: "words", role: "group", ariaLabel: text("piece", { n: place + 1 }) }, words.map((one) => {
        const button = element("button", { type: "button", className: "small" }, [text(`word-${one}`), element("kbd", { ariaHidden: "true" }, [String(["yes", "no", "undecided"].indexOf(one) + 1)])]);
        Object.assign(button.dataset, { word: one, of: String(place) });
        button.setAttribute("aria-pressed", String(word === one));
        button.setAttribute("aria-disabled", String(locked));
        return button;
      }));
      const asks = element("p", { className: "muted" }, [text(`piece-${piece.asks}`)]);
      const edges = piece.asks === "edges" ? now.segments.filter(([from, to]) => from >= start && to <= end) : [];
      const marked = element("ol", { className: "segments" }, edges.map((one) => {
        const at = now.segments.indexOf(one);
        return lists.segmentItem(one, at, { isChosen: now.chosen === at, locked });
      }));
      return element("li", { className: "piece" }, [choose, asks, group, marked]);
    }));
  }

  function showSend({ missing, words, sent }) {
    part("submit").classList.toggle("primary", !missing.length);
    part("submit").setAttribute("aria-disabled", String(missing.length > 0 || sent));
    part("missing").textContent = words;
  }

  listenToLists(root, {
    ask: on.ask,
    segment: (place) => on.segment(Number(place)),
    remove: (place) => on.remove(Number(place)),
    word: (word, { dataset }) => on.word(Number(dataset.of), word),
    piece: (place) => on.piece(Number(place)),
    value: (value, button) => on.judge(button.closest("[data-judge]").dataset.judge, value === "true"),
  });
  part("note").addEventListener("input", () => on.note(part("note").value));

  return { showQuestions, showQuestion, showAnswer, showSend };
}
