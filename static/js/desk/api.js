// Talks to the REST API: one function that answers with JSON or throws a Trouble that says what to do.

const TIMEOUT_MS = 20000;

// kind: "network" (try again), "signed-out", "forbidden", "rejected" (the request itself is wrong).
export class Trouble extends Error {
  constructor(kind, detail = "") {
    super(detail || kind);
    this.kind = kind;
    this.detail = detail;
  }
}

export function makeApi({ base, campaign }) {
  // Server clock minus ours in milliseconds, from the answers' Date header: grace periods run on the server's.
  let clockOffset = 0;

  async function call(method, path, body) {
    const headers = { Accept: "application/json" };
    const options = { method, headers, credentials: "same-origin", signal: timeout() };
    let url = base + path;
    if (method === "POST") {
      headers["Content-Type"] = "application/json";
      headers["X-CSRFToken"] = csrfToken();
      options.body = JSON.stringify({ ...body, campaign });
    } else {
      url += `${path.includes("?") ? "&" : "?"}campaign=${encodeURIComponent(campaign)}`;
    }
    return read(await send(url, options));
  }

  async function send(url, options) {
    try {
      return await fetch(url, options);
    } catch {
      throw new Trouble("network");
    }
  }

  async function read(response) {
    const date = Date.parse(response.headers.get("Date") ?? "");
    if (date) clockOffset = date - Date.now();
    let answer;
    try {
      answer = await response.json();
    } catch {
      answer = null;
    }
    if (response.ok && answer) return answer;
    throw new Trouble(kindOf(response.status), describe(answer));
  }

  return {
    get: (path) => call("GET", path),
    post: (path, body) => call("POST", path, body),
    serverNow: () => Date.now() + clockOffset,
  };
}

function kindOf(status) {
  if (status === 401) return "signed-out";
  if (status === 403) return "forbidden";
  if (status >= 400 && status < 500 && status !== 408 && status !== 429) return "rejected";
  return "network";
}

function describe(answer) {
  if (!answer || typeof answer !== "object") return "";
  if (typeof answer.detail === "string") return answer.detail;
  return Object.entries(answer).map(([field, problem]) => `${field}: ${[problem].flat().join(" ")}`).join("; ");
}

function timeout() {
  return AbortSignal.timeout ? AbortSignal.timeout(TIMEOUT_MS) : undefined;
}

// Read anew for each request: signing in again in another tab changes it.
function csrfToken() {
  return document.cookie.match(/(?:^|;\s*)csrftoken=([^;]+)/)?.[1] ?? "";
}
