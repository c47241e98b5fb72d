// Requests to the coordinator that this page came from, with the token that somebody typed.

const KEY = "hdfs-throttle.token";
const PATIENCE_MILLIS = 15_000;

// It lives as long as the tab, and is in no address, cookie or file.
export const token = {
  get: () => sessionStorage.getItem(KEY) ?? "",
  set: (value) => sessionStorage.setItem(KEY, value),
  forget: () => sessionStorage.removeItem(KEY),
};

// What was answered instead; its message is a sentence. Of a request without an answer the status is 0.
export class Refused extends Error {
  constructor(status, problem, retrySeconds = 0) {
    super(problem.detail ?? problem.title ?? "The coordinator answered " + status + ".");
    this.status = status;
    this.problem = problem;
    this.retrySeconds = retrySeconds;
  }

  // Whether a coordinator answered that does not lead; where it redirects to is not asked: the token is not for it.
  get follows() {
    return this.status === 307 || this.problem.type === "urn:hdfs-throttle:problem:not-leader";
  }

  // Which field it is about; null if it is about none.
  get field() {
    return typeof this.problem.field === "string" ? this.problem.field.replace(/^arguments\./, "") : null;
  }
}

function headers(body, proof) {
  const all = { Accept: "application/json" };
  if (body !== undefined) {
    all["Content-Type"] = "application/json";
  }
  if (proof !== "") {
    all.Authorization = "Bearer " + proof;
  }
  return all;
}

function parsed(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

async function exchange(method, path, body, proof) {
  try {
    const response = await fetch(path, {
      method,
      headers: headers(body, proof),
      body: body === undefined ? undefined : JSON.stringify(body),
      cache: "no-store",
      credentials: "same-origin",
      redirect: "manual",
      signal: AbortSignal.timeout(PATIENCE_MILLIS),
    });
    return { response, text: await response.text() };
  } catch {
    throw new Refused(0, { detail: "The coordinator does not answer. It is asked again every few seconds." });
  }
}

// What was answered: { status, text, value }. Without a token for what everybody may ask.
export async function ask(method, path, body = undefined, proof = token.get()) {
  const { response, text } = await exchange(method, path, body, proof);
  const value = parsed(text);
  if (response.type === "opaqueredirect") {
    throw new Refused(307, { detail: "This coordinator does not lead any more." });
  }
  if (!response.ok) {
    throw new Refused(response.status, value, Number(response.headers.get("Retry-After") ?? 0) || 0);
  }
  return { status: response.status, text, value };
}

// All pages of a list as one answer: { characters, value }.
export async function list(where) {
  const { text, value } = await ask("GET", where + "?limit=1000");
  let characters = text.length;
  while (typeof value.next === "string") {
    const more = await ask("GET", where + "?limit=1000&cursor=" + encodeURIComponent(value.next));
    characters += more.text.length;
    for (const [name, items] of Object.entries(more.value)) {
      value[name] = Array.isArray(items) ? [...value[name], ...items] : items;
    }
  }
  return { characters, value };
}

export function path(...parts) {
  return "/v1/" + parts.map(encodeURIComponent).join("/");
}
