// What a question that was missed in the exam teaches, at the marker's desk.

// on: seek(ms)
export function makeLesson({ part, text, timecode, element: { element }, on }) {
  const box = part("lesson");
  let shown = null;

  // `lesson` is {segments, explanation, earlier_segments}, or null for every other question.
  function teach(lesson) {
    if (lesson === shown) return;
    shown = lesson;
    box.hidden = !lesson;
    if (!lesson) return;
    fill(part("lesson-truth"), lesson.segments);
    fill(part("lesson-earlier"), lesson.earlier_segments);
    part("lesson-why").textContent = lesson.explanation;
    part("lesson-why").hidden = !lesson.explanation;
  }

  function fill(list, segments) {
    const items = segments.map(([start, end]) => {
      const go = element("button", { type: "button", className: "small" }, [`${timecode(start)} – ${timecode(end)}`]);
      go.addEventListener("click", () => on.seek(start));
      return element("li", {}, [go]);
    });
    list.replaceChildren(...(items.length ? items : [element("li", {}, [text("lesson-none")])]));
  }

  return { teach };
}
