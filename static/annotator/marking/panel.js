// Draws the questions of a video beside it, and the answer to the one in view.

export function makePanel({ part, root, text, timecode, marking, on }) {
  function showQuestions(questions, current, stateOf) {
    part("asks-box").hidden = questions.length < 2;
    keepFocus(part("asks"), () => questions.map((question, place) => {
      const mark = stateOf(question);
      const button = element("button", { type: "button", className: "ask" }, [
        element("span", { className: "ask-number" }, [String(place + 1)]),
        element("bdi", { className: "ask-text", dir: "auto" }, [question.query]),
        element("span", { className: "ask-state" }, [text(`ask-${mark}`)]),
      ]);
      button.dataset.ask = question.id;
      button.dataset.state = mark;
      if (question === current) button.setAttribute("aria-current", "true");
      return element("li", {}, [button]);
    }));
    part("asks").querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
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
    else showSegments(now, locked);
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

  function showSegments(now, locked) {
    part("segments-none").hidden = now.segments.length > 0 || now.none;
    keepFocus(part("segments"), () => now.segments.map((segment, place) => segmentItem(segment, place, { isChosen: now.chosen === place, locked })));
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

  function showPieces(now, pieces, current, locked) {
    keepFocus(part("pieces"), () => pieces.map((piece, place) => {
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
        return segmentItem(one, at, { isChosen: now.chosen === at, locked });
      }));
      return element("li", { className: "piece" }, [choose, asks, group, marked]);
    }));
  }

  // Lists are made again; what had the focus gets it back.
  function keepFocus(list, items) {
    const { activeElement } = document;
    const inside = list.contains(activeElement) ? [...list.querySelectorAll("button")].indexOf(activeElement) : -1;
    list.replaceChildren(...items());
    if (inside >= 0) list.querySelectorAll("button")[inside]?.focus();
  }

  function showSend({ missing, words, sent }) {
    part("submit").classList.toggle("primary", !missing.length);
    part("submit").setAttribute("aria-disabled", String(missing.length > 0 || sent));
    part("missing").textContent = words;
  }

  root.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button || button.getAttribute("aria-disabled") === "true") return;
    const { ask, segment, remove, piece, word, of, value } = button.dataset;
    if (ask) on.ask(ask);
    else if (segment) on.segment(Number(segment));
    else if (remove) on.remove(Number(remove));
    else if (word) on.word(Number(of), word);
    else if (piece) on.piece(Number(piece));
    else if (value) on.judge(button.closest("[data-judge]").dataset.judge, value === "true");
  });
  part("note").addEventListener("input", () => on.note(part("note").value));

  return { showQuestions, showQuestion, showAnswer, showSend };
}

function element(name, properties, children = []) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}
