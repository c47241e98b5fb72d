// Numbers as people read them.

const UNITS = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];

// Of 1024, with at most three digits that count.
export function bytes(count) {
  let amount = count;
  let unit = 0;
  while (amount >= 1000 && unit < UNITS.length - 1) {
    amount /= 1024;
    unit += 1;
  }
  const digits = unit === 0 || amount >= 100 ? 0 : 1;
  return amount.toFixed(digits).replace(/\.0$/, "") + " " + UNITS[unit];
}

export function rate(bytesPerSecond) {
  return bytes(bytesPerSecond) + "/s";
}

// What an application, or each of its parts, may move at most.
export function limited({ limitBytesPerSecond, per }) {
  return limitBytesPerSecond === null ? "none" : rate(limitBytesPerSecond) + (per === "application" ? "" : " per " + per);
}

export function many(count, one, more = one + "s") {
  return count + " " + (count === 1 ? one : more);
}

export function span(seconds) {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) {
    return whole + " s";
  }
  const minutes = Math.round(whole / 60);
  if (minutes < 60) {
    return minutes + " min";
  }
  const hours = Math.floor(minutes / 60);
  return hours + " h" + (minutes % 60 === 0 ? "" : " " + (minutes % 60) + " min");
}

// How many seconds people mean: a number, alone or with s, m or h. What is none stays as it is, for the coordinator to refuse.
export function seconds(text) {
  const told = /^([0-9]{1,7})(s|m|h)?$/.exec(text ?? "");
  return told === null ? text : Number(told[1]) * { s: 1, m: 60, h: 3600 }[told[2] ?? "s"];
}

// How many bytes a second people mean: a number, alone or with k, m, g or t; null for none. What is none stays as it is, for
// the coordinator to refuse.
export function bytesOf(text) {
  if (/^\s*(none)?\s*$/.test(text)) {
    return null;
  }
  const told = /^\s*([0-9]{1,15}(?:\.[0-9]{1,6})?)\s*([kmgt]?)(?:i?b)?(?:\/s)?\s*$/i.exec(text);
  return told === null ? text : Math.round(Number(told[1]) * 1024 ** ["", "k", "m", "g", "t"].indexOf(told[2].toLowerCase()));
}

// The same as the command line reads it: 150m.
export function amount(count) {
  let number = count;
  let unit = 0;
  while (number >= 1024 && number % 1024 === 0 && unit < 4) {
    number /= 1024;
    unit += 1;
  }
  return number + ["", "k", "m", "g", "t"][unit];
}

function two(count) {
  return String(count).padStart(2, "0");
}

// Seconds since 1970, in the time of whoever looks; with the day if it is another one.
export function clock(seconds) {
  const then = new Date(seconds * 1000);
  const time = two(then.getHours()) + ":" + two(then.getMinutes());
  const day = then.getFullYear() + "-" + two(then.getMonth() + 1) + "-" + two(then.getDate());
  return then.toDateString() === new Date().toDateString() ? time : day + " " + time;
}

export function decimal(value) {
  return String(Math.round(value * 100) / 100);
}

// The first few, and how many more there are.
export function some(names, most = 3) {
  const shown = names.slice(0, most).join(", ");
  return names.length > most ? shown + " and " + (names.length - most) + " more" : shown;
}

export function shortened(name, most = 20) {
  return name.length <= most ? name : name.slice(0, most - 7) + "…" + name.slice(-6);
}
