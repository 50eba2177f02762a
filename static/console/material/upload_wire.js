// What is said to the server about an upload: where it stands, and one part after another.

import { csrfToken } from "../../annotator/desk/api.js";

export const GOING = "going"; // the next part begins at `received`
export const DONE = "done";
export const CUT = "cut"; // nothing is known to have arrived: ask again
export const REFUSED = "refused";

const MINUTES = 5;

export function begin(address, file, signal) {
  const body = JSON.stringify({ name: file.name, size: file.size, modified: Math.max(0, file.lastModified) });
  return ask(address, { method: "POST", body, headers: { "Content-Type": "application/json" } }, signal);
}

export async function sendPart(address, offset, part, signal) {
  let data;
  try {
    data = await part.arrayBuffer();
  } catch {
    return { kind: REFUSED, detail: "The file cannot be read any more. It was changed or moved; choose it again." };
  }
  const headers = { "Content-Type": "application/octet-stream" };
  // A page that was not fetched by https may not hash; the number of bytes is checked all the same.
  if (crypto.subtle) headers["X-Part-SHA256"] = hex(await crypto.subtle.digest("SHA-256", data));
  return ask(`${address}?offset=${offset}`, { method: "PUT", body: data, headers }, signal);
}

async function ask(address, options, signal) {
  let answer;
  try {
    const given = { ...options.headers, "X-CSRFToken": csrfToken() };
    const within = AbortSignal.any([signal, AbortSignal.timeout(MINUTES * 60000)]);
    answer = await fetch(address, { ...options, headers: given, redirect: "manual", signal: within });
    return await read(answer);
  } catch {
    return { kind: CUT, detail: "The connection is lost." };
  }
}

async function read(answer) {
  if (answer.type === "opaqueredirect") return { kind: CUT, detail: "You are signed out. Sign in in another tab." };
  if (answer.status === 404) return { kind: REFUSED, detail: "The upload was cancelled elsewhere. Choose the file again." };
  if (answer.ok || answer.status === 409) {
    const found = await answer.json();
    return { ...found, kind: found.done ? DONE : GOING };
  }
  if ([400, 403, 413].includes(answer.status)) return { kind: REFUSED, detail: await detailOf(answer) };
  return { kind: CUT, detail: answer.status === 422 ? "A part was damaged on its way." : "The server does not answer." };
}

async function detailOf(answer) {
  if (!answer.headers.get("Content-Type")?.startsWith("application/json")) return "The server refused the file.";
  const { detail } = await answer.json();
  return `${detail.charAt(0).toUpperCase()}${detail.slice(1)}.`;
}

function hex(digest) {
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
