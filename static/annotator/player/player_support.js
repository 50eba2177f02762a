// Which kinds of clips this browser really plays.

const BASELINE_H264 = 'video/mp4; codecs="avc1.42E01E"';
// Two pictures of 2 × 2 pixels.
const ANIMATED_WEBP =
  "data:image/webp;base64,UklGRoQAAABXRUJQVlA4WAoAAAACAAAAAQAAAQAAQU5JTQYAAAAAAAAAAABBTk1GKAAAAAAAAAAAAAEAAAEAAGQAAAJWUDhM" +
  "DwAAAC8BQAAABxD9j/4HIqL/AQBBTk1GKAAAAAAAAAAAAAEAAAEAAGQAAABWUDhMDwAAAC8BQAAABxDR//4HIqL/AQA=";

// `types()` is what is known so far: WebP takes a moment to try, and is in it once `tested` has resolved.
export function testSupport() {
  let webp = false;
  const picture = new Image();
  picture.src = ANIMATED_WEBP;
  const tested = picture.decode().then(() => { webp = picture.naturalWidth === 2; }, () => {});
  return { tested, types: () => [...(playsMp4() ? ["video/mp4"] : []), ...(webp ? ["image/webp"] : []), "image/gif"] };
}

function playsMp4() {
  const video = document.createElement("video");
  return typeof video.play === "function" && video.canPlayType(BASELINE_H264) !== "";
}
