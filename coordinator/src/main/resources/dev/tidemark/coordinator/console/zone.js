// What the page knows of one dataset: its cells by partition, kept up to date by the stream of changes.
import * as api from './api.js';
import { dayOf, duration, HOUR, DAY, idOf } from './time.js';

/** About a year of hours. */
const MOST_CELLS = 9000;
/** What one answer holds at most of what rests. */
const CELLS_AT_ONCE = 960;

function cellOf([partition, standing, out, quarantined, revision, landed, generations, flags]) {
  return { partition, standing, out, quarantined, revision, landed, generations, flags };
}

export class Zone extends EventTarget {
  constructor(dataset) {
    super();
    this.dataset = dataset;
    this.name = dataset.name;
    this.granularity = duration(dataset.granularity) ?? HOUR;
    this.cells = new Map();
    this.changedAt = new Map();
    this.version = -1;
    this.loaded = false;
    this.follows = true;
    this.endAt(Date.now());
  }

  /** The range that is looked at ends with the hour of this moment. */
  endAt(time) {
    const days = Math.max(1, Math.floor((MOST_CELLS * this.granularity) / DAY));
    this.until = Math.floor(time / HOUR) * HOUR + HOUR;
    this.from = Math.ceil(this.until / DAY) * DAY - days * DAY;
  }

  /** A range with this moment in it; one that ends now goes on with time. */
  lookAt(time) {
    const half = (this.until - this.from) / 2;
    this.follows = time + half >= Date.now();
    this.endAt(this.follows ? Date.now() : time + half);
  }

  covers(time) {
    return time >= this.from && time < this.until;
  }

  at(start) {
    return this.cells.get(idOf(start, this.granularity));
  }

  /** Reads the newest days, and then, without anybody waiting for them, those before. */
  async read() {
    this.abort?.abort();
    const abort = new AbortController();
    this.abort = abort;
    const days = Math.max(1, Math.floor((CELLS_AT_ONCE * this.granularity) / DAY));
    const end = Math.ceil(this.until / DAY) * DAY;
    const first = Math.max(this.from, end - days * DAY);
    // What was known is shown again if nothing newer can be read.
    const known = this.cells;
    const changedAt = this.changedAt;
    this.cells = new Map();
    this.changedAt = new Map();
    try {
      this.version = await this.readDays(first, end, abort.signal);
    } catch (e) {
      this.cells = new Map([...known, ...this.cells]);
      this.changedAt = new Map([...changedAt, ...this.changedAt]);
      throw e;
    }
    this.loaded = true;
    this.dispatchEvent(new Event('load'));
    this.oldest = first;
    this.days = days;
    this.readOn();
  }

  /** Reads what is before the oldest that is known; after it failed, once somebody asks again. */
  async readOn() {
    const { signal } = this.abort;
    if (this.reading === signal) {
      return;
    }
    this.reading = signal;
    try {
      while (this.oldest > this.from && !signal.aborted) {
        const start = Math.max(this.from, this.oldest - this.days * DAY);
        await this.readDays(start, this.oldest, signal);
        this.oldest = start;
        this.dispatchEvent(new Event('more'));
      }
    } catch (e) {
      if (!signal.aborted) {
        this.dispatchEvent(new CustomEvent('problem', { detail: e.message }));
      }
    } finally {
      if (this.reading === signal) {
        this.reading = null;
      }
    }
  }

  /** The version that the first answer was of: all that changed since, the stream tells. */
  async readDays(from, until, signal) {
    let version = null;
    for (let day = dayOf(from); day; ) {
      const page = await api.grid(this.name, day, dayOf(until), signal);
      version ??= page.version;
      page.cells.map(cellOf).forEach((c) => {
        if (!(this.changedAt.get(c.partition) > page.version)) {
          this.cells.set(c.partition, c);
        }
      });
      day = page.more_from && page.more_from > day ? page.more_from : null;
    }
    return version;
  }

  /** Some that are other than before. */
  change(cells, version) {
    const changed = cells.map(cellOf);
    changed.forEach((c) => {
      this.cells.set(c.partition, c);
      this.changedAt.set(c.partition, version);
    });
    this.version = Math.max(this.version, version);
    this.dispatchEvent(new CustomEvent('change', { detail: changed.map((c) => c.partition) }));
  }
}
