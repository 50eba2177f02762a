// Paints a strip of a video: its pictures, the segments on them, bookmarks above, and below them what was watched.

const MARKS = 12; // pixels for bookmarks
const WATCHED = 6; // and for what was watched
const TICKS_MS = [1000, 2000, 5000, 10000, 30000, 60000, 300000, 600000, 1800000, 3600000];
const BETWEEN_TICKS = 90;

// `view`: [from_ms, to_ms]; `content`: {film, segments, chosen, draft, bookmarks, watched, span, truth, picture, timecode}.
export function paint(canvas, view, content, colours) {
  const ratio = devicePixelRatio || 1;
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  if (!width || !height) return;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  const context = canvas.getContext("2d", { alpha: false });
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  const box = { width, height, top: MARKS, film: height - MARKS - WATCHED - 2, x: (ms) => ((ms - view[0]) / (view[1] - view[0])) * width };
  context.fillStyle = colours.ground;
  context.fillRect(0, 0, width, height);
  paintFilm(context, box, view, content, colours);
  if (content.span) paintOutside(context, box, content.span, colours);
  paintSegments(context, box, content, colours);
  if (content.truth) paintTruth(context, box, content.truth, colours);
  if (content.draft) paintDraft(context, box, content.draft, colours);
  paintWatched(context, box, view, content, colours);
  paintBookmarks(context, box, content, colours);
  if (content.picture !== undefined && content.picture !== null) paintPicture(context, box, content.picture, colours);
  paintTicks(context, box, view, content, colours);
}

// Pictures stand at fixed times, so that they stay with them while the view moves.
function paintFilm(context, box, view, { film }, colours) {
  context.fillStyle = colours.stage;
  context.fillRect(0, box.top, box.width, box.film);
  if (!film) return;
  const width = film.ratio * box.film;
  const each = (width / box.width) * (view[1] - view[0]);
  for (let at = Math.floor(view[0] / each) * each; at < view[1]; at += each) {
    film.draw(context, at + each / 2, [box.x(at), box.top, width, box.film]);
  }
}

function paintOutside(context, box, [from, to], colours) {
  context.fillStyle = colours.veil;
  context.fillRect(0, box.top, Math.max(0, box.x(from)), box.film);
  context.fillRect(box.x(to), box.top, Math.max(0, box.width - box.x(to)), box.film);
}

function paintSegments(context, box, { segments, chosen }, colours) {
  segments.forEach(([start, end], place) => {
    const [from, to] = [box.x(start), box.x(end)];
    if (to < 0 || from > box.width) return;
    const width = Math.max(2, to - from);
    context.globalAlpha = place === chosen ? 0.5 : 0.34;
    context.fillStyle = colours.segment;
    context.fillRect(from, box.top, width, box.film);
    context.globalAlpha = 1;
    context.fillRect(from, box.top, width, 4);
    context.fillRect(from, box.top + box.film - 4, width, 4);
    for (const x of [from, from + width - 3]) if (width > 8) context.fillRect(x, box.top, 3, box.film);
    if (place === chosen) {
      context.strokeStyle = colours.light;
      context.lineWidth = 1.5;
      context.strokeRect(from - 1, box.top - 1, width + 2, box.film + 2);
    }
    if (width > 22) number(context, from + 7, box.top + 8, String(place + 1), colours);
  });
}

// What a question that was missed teaches: where its answer is.
function paintTruth(context, box, truth, colours) {
  context.strokeStyle = colours.truth;
  context.lineWidth = 3;
  context.setLineDash([7, 4]);
  for (const [start, end] of truth) {
    const [from, to] = [box.x(start), box.x(end)];
    if (to >= 0 && from <= box.width) context.strokeRect(from, box.top + 1.5, Math.max(3, to - from), box.film - 3);
  }
  context.setLineDash([]);
}

function number(context, x, y, words, colours) {
  context.font = `600 11px ${colours.font}`;
  const width = context.measureText(words).width + 8;
  context.fillStyle = colours.stage;
  context.fillRect(x, y, width, 16);
  context.fillStyle = colours.light;
  context.fillText(words, x + 4, y + 12);
}

function paintDraft(context, box, { start, end }, colours) {
  const x = box.x(start ?? end);
  context.strokeStyle = colours.draft;
  context.lineWidth = 3;
  context.setLineDash([5, 3]);
  context.beginPath();
  context.moveTo(x, box.top);
  context.lineTo(x, box.top + box.film);
  context.stroke();
  context.setLineDash([]);
  // The bracket opens to the side on which the other edge will lie.
  const side = start === undefined ? -8 : 8;
  context.fillStyle = colours.draft;
  context.fillRect(Math.min(x, x + side), box.top, 8, 4);
  context.fillRect(Math.min(x, x + side), box.top + box.film - 4, 8, 4);
}

function paintWatched(context, box, view, { watched }, colours) {
  const y = box.height - WATCHED;
  context.fillStyle = colours.gap;
  context.fillRect(0, y, box.width, WATCHED);
  context.fillStyle = colours.watched;
  for (const [start, end] of watched) {
    const from = Math.max(0, box.x(start));
    const to = Math.min(box.width, box.x(end));
    if (to > from) context.fillRect(from, y, Math.max(1, to - from), WATCHED);
  }
}

function paintBookmarks(context, box, { bookmarks }, colours) {
  context.fillStyle = colours.bookmark;
  for (const ms of bookmarks) {
    const x = box.x(ms);
    if (x < -6 || x > box.width + 6) continue;
    context.beginPath();
    context.moveTo(x - 5, 1);
    context.lineTo(x + 5, 1);
    context.lineTo(x, MARKS);
    context.fill();
    context.fillRect(x - 0.5, MARKS, 1, box.film);
  }
}

// The instant that is the picture of the question in view.
function paintPicture(context, box, ms, colours) {
  const x = box.x(ms);
  context.fillStyle = colours.draft;
  context.fillRect(x - 1, box.top, 2, box.film);
  context.fillRect(x - 5, box.top + box.film / 2 - 5, 10, 10);
}

function paintTicks(context, box, view, { timecode }, colours) {
  const each = TICKS_MS.find((one) => (one / (view[1] - view[0])) * box.width >= BETWEEN_TICKS) ?? TICKS_MS.at(-1);
  context.font = `11px ${colours.font}`;
  for (let at = Math.ceil(view[0] / each) * each; at < view[1]; at += each) {
    const words = timecode(at, { short: true });
    const [x, y] = [box.x(at), box.top + box.film - 16];
    const width = context.measureText(words).width + 6;
    if (x + width > box.width) continue;
    context.fillStyle = colours.shade;
    context.fillRect(x + 2, y - 2, width, 14);
    context.fillStyle = colours.light;
    context.fillRect(x, y - 2, 1, 14);
    context.fillText(words, x + 5, y + 9);
  }
}

export function coloursOf(element) {
  const styles = getComputedStyle(element);
  const value = (name) => styles.getPropertyValue(`--${name}`).trim();
  return {
    ground: value("ground"), stage: value("stage"), veil: "rgb(0 0 0 / 62%)", shade: "rgb(0 0 0 / 55%)", light: "#ffffff",
    segment: "#3fc1cd", draft: "#ffd166", truth: "#8ce99a", bookmark: value("warn"), watched: value("accent"), gap: value("line"), font: value("font"),
  };
}
