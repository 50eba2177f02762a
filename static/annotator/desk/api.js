// Talks to the REST API: one function that answers with JSON or throws a Trouble that says what to do.

const TIMEOUT_MS = 20000;

// kind: "network" (try again), "signed-out", "stranger" (somebody else is signed in), "suspended",
// "forbidden", "missing", "rejected" (the request itself is wrong).
export class Trouble extends Error {
  constructor(kind, detail = "", fields = {}) {
    super(detail || kind);
    this.kind = kind;
    this.detail = detail;
    this.fields = fields; // what is wrong with each field that the server named
  }
}

export function makeApi({ base, campaign, worker, signInPage }) {
  // Server clock minus ours in milliseconds, from the answers' Date header: grace periods run on the server's.
  let clockOffset = 0;

  async function call(method, path, body) {
    // A score pressed by one person must not go out under the session of the next: the server compares.
    const headers = { Accept: "application/json", "X-Worker-ID": encodeURIComponent(worker) };
    const options = { method, headers, credentials: "same-origin", signal: timeout() };
    if (method !== "GET") headers["X-CSRFToken"] = csrfToken();
    if (body !== undefined) {
      headers["Content-Type"] = "application/json";
      options.body = JSON.stringify(body);
    }
    return read(await send(base + path, options));
  }

  async function send(url, options) {
    try {
      return await fetch(url, options);
    } catch {
      throw new Trouble("network");
    }
  }

  async function read(response) {
    // The header has whole seconds: half of one is the fairest guess.
    const date = Date.parse(response.headers.get("Date") ?? "");
    if (date) clockOffset = date + 500 - Date.now();
    let answer;
    try {
      answer = await response.json();
    } catch {
      answer = null;
    }
    if (response.ok && (answer || response.status === 204)) return answer;
    const detail = describe(answer);
    throw new Trouble(kindOf(response.status, detail), detail, answer ?? {});
  }

  const within = (path) => `${path}${path.includes("?") ? "&" : "?"}campaign=${encodeURIComponent(campaign)}`;

  return {
    get: (path) => call("GET", within(path)),
    post: (path, body) => call("POST", path, { ...body, campaign }),
    put: (path, body) => call("PUT", path, { ...body, campaign }),
    remove: (path) => call("DELETE", within(path)),
    async signIn(password) {
      if (!csrfToken()) await send(signInPage, { credentials: "same-origin", signal: timeout() }); // it sets the cookie
      return call("POST", "session/", { worker_id: worker, password });
    },
    serverNow: () => Date.now() + clockOffset,
  };
}

function kindOf(status, detail) {
  if (status === 400) return "rejected";
  if (status === 401) return "signed-out";
  if (status === 403) return detail === "suspended" ? "suspended" : "forbidden";
  if (status === 404) return "missing";
  if (status === 409) return "stranger";
  if (status === 405 || status === 410 || status === 415) return "forbidden";
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

// Read again for each request: signing in again changes it.
export function csrfToken() {
  return document.cookie.match(/(?:^|;\s*)csrftoken=([^;]+)/)?.[1] ?? "";
}
