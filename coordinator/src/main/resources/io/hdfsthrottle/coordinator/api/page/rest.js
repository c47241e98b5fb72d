// Requests to the coordinator that this page came from, with the token that somebody typed.

const KEY = "hdfs-throttle.token";
const PATIENCE_MILLIS = 15_000;
const PAGE = 200;

// The time in an answer is in whole seconds, and was on its way.
const CLOCK_MILLIS = 2_000;

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

// How far the coordinator's clock is ahead of this one, by its last answer.
let aheadMillis = 0;

// Seconds since 1970, as the coordinator counts them.
export function now() {
  return (Date.now() + aheadMillis) / 1000;
}

function headers(body, proof, more) {
  const all = { Accept: "application/json", ...more };
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

async function exchange(method, path, body, proof, more) {
  try {
    const response = await fetch(path, {
      method,
      headers: headers(body, proof, more),
      body: body === undefined ? undefined : JSON.stringify(body),
      cache: "no-store",
      credentials: "same-origin",
      redirect: "manual",
      signal: AbortSignal.timeout(PATIENCE_MILLIS),
    });
    const ahead = Date.parse(response.headers.get("Date") ?? "") - Date.now();
    if (Math.abs(ahead - aheadMillis) > CLOCK_MILLIS) {
      aheadMillis = ahead;
    }
    return { response, text: await response.text() };
  } catch {
    throw new Refused(0, { detail: "The coordinator does not answer. It is asked again every few seconds." });
  }
}

// What was answered: { status, text, value, tag }. Without a token for what everybody may ask.
export async function ask(method, path, body = undefined, more = {}, proof = token.get()) {
  const { response, text } = await exchange(method, path, body, proof, more);
  const value = parsed(text);
  if (response.type === "opaqueredirect") {
    throw new Refused(307, { detail: "This coordinator does not lead any more." });
  }
  if (!response.ok) {
    throw new Refused(response.status, value, Number(response.headers.get("Retry-After") ?? 0) || 0);
  }
  return { status: response.status, text, value, tag: response.headers.get("ETag") };
}

// A list as one answer: { characters, value }; of a path with a query, its first page. In pages that are read at once
// without a pause that anybody sees.
export async function list(where, paged = !where.includes("?")) {
  const { text, value } = await ask("GET", paged ? where + "?limit=" + PAGE : where);
  let characters = text.length;
  while (paged && typeof value.next === "string") {
    const more = await ask("GET", where + "?limit=" + PAGE + "&cursor=" + encodeURIComponent(value.next));
    characters += more.text.length;
    for (const [name, items] of Object.entries(more.value)) {
      value[name] = Array.isArray(items) ? [...value[name], ...items] : items;
    }
  }
  return { characters, value };
}

// Server-sent events until their end: each(value) of every one. The browser's own reader of such streams sends no token.
export async function stream(path, each, signal) {
  const response = await fetch(path, { headers: { ...headers(undefined, token.get(), {}), Accept: "text/event-stream" }, cache: "no-store", credentials: "same-origin", redirect: "manual", signal });
  if (!response.ok) {
    throw new Refused(response.status, {});
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const events = (text + part.value).split("\n\n");
    text = events.pop();
    events.filter((event) => event.startsWith("data: ")).forEach((event) => each(parsed(event.slice(6))));
  }
}

export function path(...parts) {
  return "/v1/" + parts.map(encodeURIComponent).join("/");
}
