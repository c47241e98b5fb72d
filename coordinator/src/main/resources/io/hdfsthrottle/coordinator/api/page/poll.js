// Asks again every two seconds while somebody looks, and at once when something was changed.

const EVERY_MILLIS = 2_000;
let ask = async () => 0;
let timer = 0;
let busy = false;
let again = false;

async function turn() {
  clearTimeout(timer);
  if (busy) {
    again = true;
    return;
  }
  busy = true;
  again = false;
  let pause = 0;
  try {
    pause = await ask();
  } finally {
    busy = false;
    if (again) {
      turn();
    } else if (!document.hidden) {
      timer = setTimeout(turn, Math.max(EVERY_MILLIS, pause));
    }
  }
}

// what: asks for everything once, and says how many milliseconds it wants to be left alone at least.
export function begin(what) {
  ask = what;
  document.addEventListener("visibilitychange", () => (document.hidden ? clearTimeout(timer) : turn()));
  turn();
}

export function soon() {
  turn();
}
