// The stream of changes: server-sent events, read with fetch so that the token can be a header.
import * as api from './api.js';

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 30_000;
/** Longer than the server is ever silent. */
const SILENCE = 45_000;

export class Stream extends EventTarget {
  /**
   * @param {function(): Promise} read everything, when there is nothing to go on from
   * @param {function(string, object)} take an event by its name
   */
  constructor(zone, read, take) {
    super();
    this.zone = zone;
    this.read = read;
    this.take = take;
    this.wait = FIRST_WAIT;
    this.stopped = false;
  }

  async run() {
    while (!this.stopped) {
      this.tell('connecting');
      try {
        if (!this.zone.loaded) {
          await this.read();
        }
        await this.follow();
        // The server ended it in good order.
        await this.pause('connecting', 200);
      } catch (e) {
        if (this.stopped) {
          return;
        }
        if (e.status === 401) {
          this.tell('locked', e.message);
          await this.pause('locked', LONGEST_WAIT);
        } else {
          if (e.status > 0 && e.status < 500) {
            // What is known is too old to go on from, or of another root.
            this.zone.loaded = false;
          }
          await this.pause('gone', this.wait, e.message);
          this.wait = Math.min(LONGEST_WAIT, this.wait * 2);
        }
      }
    }
  }

  async follow() {
    this.abort = new AbortController();
    const response = await api.changes(this.zone.name, this.zone.version, this.abort.signal);
    this.wait = FIRST_WAIT;
    this.tell('live');
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (;;) {
      const timer = setTimeout(() => this.abort.abort(), SILENCE);
      const { value, done } = await reader.read().finally(() => clearTimeout(timer));
      if (done) {
        return;
      }
      text += value;
      const blocks = text.split(/\r?\n\r?\n/);
      text = blocks.pop();
      blocks.forEach((block) => this.event(block));
    }
  }

  event(block) {
    let name = 'message';
    const data = [];
    for (const line of block.split(/\r?\n/)) {
      if (line.startsWith('event:')) {
        name = line.slice(6).trim();
      } else if (line.startsWith('data:')) {
        data.push(line.slice(5).trim());
      }
    }
    if (data.length) {
      this.take(name, JSON.parse(data.join('\n')));
    }
  }

  tell(state, message = '') {
    this.dispatchEvent(new CustomEvent('state', { detail: { state, message, wait: 0 } }));
  }

  pause(state, milliseconds, message = '') {
    this.dispatchEvent(new CustomEvent('state', { detail: { state, message, wait: milliseconds } }));
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.again = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Does not wait any longer. */
  now() {
    this.wait = FIRST_WAIT;
    this.again?.();
  }

  stop() {
    this.stopped = true;
    this.abort?.abort();
    this.again?.();
  }
}
