// Times are UTC everywhere. A partition's id is the beginning of its name as ISO 8601.
const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Milliseconds of an ISO 8601 duration of days, hours, minutes and seconds. */
export function duration(text) {
  const m = /^(-)?P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?)?$/.exec(text ?? '');
  if (!m) {
    return null;
  }
  const sum = (+(m[2] ?? 0) * 24 + +(m[3] ?? 0)) * HOUR + +(m[4] ?? 0) * MINUTE + +(m[5] ?? 0) * 1000;
  return m[1] ? -sum : sum;
}

export function startOf(id) {
  return Date.parse(id.length > 13 ? `${id}:00Z` : `${id}:00:00Z`);
}

export function idOf(start, granularity) {
  const text = new Date(start).toISOString();
  return granularity >= HOUR ? text.slice(0, 13) : text.slice(0, 16);
}

export const isId = (text) => /^\d{4}-\d\d-\d\dT\d\d(:\d\d)?$/.test(text ?? '');

export const dayOf = (time) => new Date(time).toISOString().slice(0, 10);

export const clock = (time) => new Date(time).toISOString().slice(11, 19);

/** To the second, for people: 2026-08-22 13:04:05. */
export function moment(time) {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 19).replace('T', ' ');
}

const WEEKDAYS = ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export const weekday = (time) => WEEKDAYS[new Date(time).getUTCDay()];
export const month = (time) => MONTHS[new Date(time).getUTCMonth()];

/** A length of time in its two greatest units: 3 h 5 min. */
export function span(ms) {
  const sign = ms < 0 ? '-' : '';
  let left = Math.abs(Math.round(ms / 1000));
  const parts = [];
  for (const [unit, seconds] of [['d', 86400], ['h', 3600], ['min', 60], ['s', 1]]) {
    const n = Math.floor(left / seconds);
    left -= n * seconds;
    if (n > 0 && parts.length < 2) {
      parts.push(`${n} ${unit}`);
    } else if (parts.length > 0) {
      break;
    }
  }
  return parts.length ? sign + parts.join(' ') : '0 s';
}

/** How far a moment is from another one: '40 s before its end', '3 min after its end'. */
export const apart = (ms, what) => `${span(Math.abs(ms))} ${ms < 0 ? 'before' : 'after'} ${what}`;

/** How far a time is behind now; or ahead, for clocks differ. */
export const behindNow = (ms) => (ms < 0 ? `${span(-ms)} ahead of now` : `${span(ms)} behind now`);

export const count = (n) => Number(n ?? 0).toLocaleString('en');

/** A number of things: 1 row, 2 rows. */
export const some = (n, thing) => `${count(n)} ${thing}${Number(n) === 1 ? '' : 's'}`;

export function bytes(n) {
  let value = Number(n ?? 0);
  for (const unit of ['B', 'KiB', 'MiB', 'GiB']) {
    if (value < 1024) {
      return `${value < 10 && unit !== 'B' ? value.toFixed(1) : Math.round(value)} ${unit}`;
    }
    value /= 1024;
  }
  return `${value.toFixed(1)} TiB`;
}
