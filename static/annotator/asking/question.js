// What an author writes of one question, as a value that never changes: marking.js has its segments, this its words,
// its picture, and what its author wants to become of it.
//
//   task       "ms", or "ims" with a picture
//   text       the words
//   condition  {key, at_ms}: the picture, an instant of a video; or null
//   sent       {key, at, shown_ms} once its author has submitted it; or null
//   removed    whether its author has deleted it

export const LONGEST_TEXT = 1000;

// `marking`: marking.js. The actions on segments are the same, but none may show the picture of the question.
export function makeQuestions(marking) {
  const NOTHING = Object.freeze({ ...marking.NOTHING, task: "ms", text: "", condition: null, sent: null, removed: false });

  // Where the picture lies inside a segment, it would show the answer.
  function checked(value, video) {
    const { condition, segments } = value;
    if (!condition || condition.key !== video) return value;
    const place = segments.findIndex(([start, end]) => start <= condition.at_ms && condition.at_ms <= end);
    if (place >= 0) throw new marking.Refused("picture", place);
    return value;
  }

  return {
    ...marking,
    NOTHING,
    setEdge: (value, edge, ms, limits) => checked(marking.setEdge(value, edge, ms, limits), limits.video),
    moveEdge: (value, place, edge, ms, limits) => checked(marking.moveEdge(value, place, edge, ms, limits), limits.video),
    setText: (value, text) => ({ ...value, text: text.slice(0, LONGEST_TEXT) }),
    // Without a picture there is none; with one it is chosen afterwards.
    setTask: (value, task) => ({ ...value, task, condition: task === "ims" ? value.condition : null }),
    takePicture: (value, condition) => checked({ ...value, task: "ims", condition }, condition.key),
    send: (value, sent) => ({ ...value, sent }),
    discard: (value) => ({ ...value, removed: true, sent: null }),
    isEmpty: ({ text, segments, condition, draft }) => !text.trim() && !segments.length && !condition && !draft,
    // What is still to be done before it can be submitted: names of fields.
    missingIn({ text, segments, condition, draft, task }) {
      if (!text.trim()) return ["text"];
      if (task === "ims" && !condition) return ["picture"];
      if (draft) return ["draft"];
      return segments.length ? [] : ["segments"];
    },
    // What the server keeps, in one order, so that two of them can be compared as texts.
    fieldsOf: ({ task, text, condition, segments }) => ({ task, text, condition: condition && { key: condition.key, at_ms: condition.at_ms }, segments }),
    valueOf: ({ task, text, condition, segments }) => ({ ...NOTHING, task, text, condition, segments }),
  };
}
