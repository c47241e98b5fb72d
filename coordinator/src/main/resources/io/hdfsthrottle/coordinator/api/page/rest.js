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
      redirect: "error",
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
  if (!response.ok) {
    throw new Refused(response.status, value, Number(response.headers.get("Retry-After") ?? 0) || 0);
  }
  return { status: response.status, text, value };
}

export function path(...parts) {
  return "/v1/" + parts.map(encodeURIComponent).join("/");
}
