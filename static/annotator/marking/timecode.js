// Times as people read and type them.

// 3,723,456 ms → "1:02:03.456"; with `short`, "1:02:03".
export function timecode(ms, { short = false } = {}) {
  const whole = short ? Math.floor(ms / 1000) * 1000 : Math.round(ms);
  const [hours, minutes, seconds, rest] = [Math.floor(whole / 3600000), Math.floor(whole / 60000) % 60, Math.floor(whole / 1000) % 60, whole % 1000];
  const head = hours ? `${hours}:${padded(minutes, 2)}` : String(minutes);
  return `${head}:${padded(seconds, 2)}${short ? "" : `.${padded(rest, 3)}`}`;
}

// "1:02:03.4", "62", "1:2,5", and from `nowMs` on "+5" or "-1:30"; null where it is no time.
export function readTimecode(text, nowMs = 0) {
  const found = /^([+-])?(?:(?:(\d{1,3}):)?(\d{1,4}):)?(\d{1,6})(?:[.,](\d{0,9}))?$/.exec(text.trim());
  if (!found) return null;
  const [, sign, hours, minutes, seconds, fraction] = found;
  const ms = ((Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60 + Number(seconds)) * 1000 + Math.round(Number(`0.${fraction || 0}`) * 1000);
  if (!sign) return ms;
  return sign === "+" ? nowMs + ms : Math.max(0, nowMs - ms);
}

const padded = (number, digits) => String(number).padStart(digits, "0");
