// The filmstrip: which small picture stands for a time, once its sheet was fetched.

const TILES_A_SIDE = 10;
const EACH = TILES_A_SIDE ** 2;

// `tile`: {width, height, frames: [frame of each picture]}.
export function makeFilm({ tile, sheets, table, onChange }) {
  const times = tile.frames.map((frame) => table.startMs(frame));
  const images = sheets.map(() => new Image());

  function placeOf(ms) {
    let [low, high] = [0, times.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (times[middle] <= ms) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }

  return {
    fetch() {
      sheets.forEach((address, place) => {
        images[place].addEventListener("load", onChange);
        images[place].src = address;
      });
    },
    ratio: tile.width / tile.height,
    draw(context, ms, [x, y, width, height]) {
      const place = placeOf(ms);
      const image = images[Math.floor(place / EACH)];
      if (!image?.naturalWidth) return;
      const [column, row] = [place % TILES_A_SIDE, Math.floor((place % EACH) / TILES_A_SIDE)];
      context.drawImage(image, column * tile.width, row * tile.height, tile.width, tile.height, x, y, width, height);
    },
  };
}
