// Listens to what is so now while somebody looks, and asks for the next stream when one ends.

import { stream } from "/ui/rest.js";

const PATH = "/v1/history/live";
const SILENCE_MILLIS = 6_000;
const AGAIN_MILLIS = 30_000;
let listening = null;
let heard = 0;
let later = 0;

// Whether it is told each second; else it has to be asked for.
export function listens() {
  return listening !== null;
}

export function stop(againMillis = 0) {
  listening?.abort();
  later = Date.now() + againMillis;
}

// Begins if it is time to; each({ at, tenants }).
export async function watch(each) {
  if (listening !== null && Date.now() - heard > SILENCE_MILLIS) {
    stop(AGAIN_MILLIS);
  }
  if (listening !== null || document.hidden || Date.now() < later) {
    return;
  }
  const mine = new AbortController();
  listening = mine;
  heard = Date.now();
  try {
    await stream(
      PATH,
      (told) => {
        heard = Date.now();
        each(told);
      },
      mine.signal,
    );
  } catch {
    later = mine.signal.aborted ? later : Date.now() + AGAIN_MILLIS;
  } finally {
    listening = null;
  }
}

document.addEventListener("visibilitychange", () => document.hidden && stop());
