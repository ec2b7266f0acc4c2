// What could not be processed or taken: why, how much, examples, and how to send it again after a fix.
import * as api from './api.js';
import { askFor, command } from './actions.js';
import { button, el, foreign, num, replace, stack, table } from './dom.js';
import { bytes, count } from './time.js';

const EXAMPLES = 10;

export class Problems {
  constructor(zone, several, open) {
    this.zone = zone;
    this.several = several;
    this.open = open;
    this.reasons = el('div', {});
    this.examples = el('section', { class: 'panel examples', 'aria-label': 'Examples' });
    this.rejected = el('section', { class: 'panel', 'aria-label': 'Rejected by the collectors' });
    this.node = el(
      'div',
      { class: 'problems' },
      el('section', { class: 'panel', 'aria-label': 'Quarantine' },
        el('h2', {}, 'Quarantine'),
        el('p', { class: 'note' }, 'Lines of published partitions that could not be made into rows. They stand beside the published files, byte for byte. After a fix of what the reason names, mostly in conf/events, reprocess the partitions.'),
        this.reasons),
      this.examples,
      this.rejected,
    );
  }

  async start() {
    this.abort = new AbortController();
    await Promise.all([this.lookAtQuarantine(), this.lookAtRejected()]);
  }

  stop() {
    this.abort?.abort();
  }

  async part(place, look) {
    if (!place.hasChildNodes()) {
      replace(place, el('p', { class: 'state' }, 'Looking…'));
    }
    try {
      await look();
    } catch (e) {
      if (e.name !== 'AbortError') {
        replace(place, el('p', { class: 'error', role: 'alert' }, foreign(e.message)), button('Try again', () => this.start()));
      }
    }
  }

  lookAtQuarantine() {
    return this.part(this.reasons, async () => {
      const found = await api.quarantine(this.zone.name, { limit: 1000 }, this.abort.signal);
      replace(this.reasons, this.ranked(found));
      if (found.reasons.length > 0) {
        await this.show(found.reasons[0]);
      } else {
        replace(this.examples, el('h2', {}, 'Examples'), el('p', { class: 'note' }, 'There are none.'));
      }
    });
  }

  ranked(found) {
    const looked = `${count(found.partitions)} published ${found.partitions === 1 ? 'partition' : 'partitions'} looked at${found.next ? `, those before and with ${found.next} not` : ''}.`;
    if (found.reasons.length === 0) {
      return [el('p', { class: 'state' }, 'Nothing is in quarantine.'), el('p', { class: 'note' }, looked)];
    }
    return [
      stack('Reasons of quarantine, the commonest first', ['Rows', 'Reason', 'Partitions', 'From', 'To', 'After a fix'], found.reasons.map((r) => [
        num(count(r.rows)),
        button(foreign(r.reason, 300), () => this.show(r), { class: 'link reason' }),
        num(count(r.partitions)),
        button(r.first, () => this.open(r.first), { class: 'link' }),
        button(r.last, () => this.open(r.last), { class: 'link' }),
        button('Reprocess…', () => this.again(r), { 'aria-label': `Reprocess the partitions with: ${foreign(r.reason, 100)}`, 'data-verb': 'reprocess' }),
      ])),
      el('p', { class: 'note' }, looked),
    ];
  }

  /** Only what has such lines; which that is, the plan says. */
  again(r) {
    askFor('reprocess', { dataset: this.zone.name, several: this.several, id: 'the partitions with such lines', quarantined: r }, () => this.start());
  }

  show(reason) {
    return this.part(this.examples, async () => {
      const found = await api.quarantineRows(
        this.zone.name, { from: reason.first, to: reason.last, reason: reason.reason, limit: EXAMPLES }, this.abort.signal);
      replace(
        this.examples,
        el('h2', {}, 'Examples'),
        el('p', {}, foreign(reason.reason, 300)),
        found.rows.length === 0 && el('p', { class: 'note' }, 'None were found.'),
        el('ol', { class: 'rows' }, found.rows.map(row)),
      );
    });
  }

  lookAtRejected() {
    return this.part(this.rejected, async () => {
      const found = await api.rejected(this.zone.name, this.abort.signal);
      const reasons = found.reasons?.filter((r) => r.events > 0);
      const lines = Object.entries({ count: 'Count them', show: 'Look at them', replay: 'Send again what would be accepted by now' })
        .filter(([name]) => found.commands[name])
        .map(([name, what]) => [el('p', { class: 'note' }, `${what}:`), command(found.commands[name]).node]);
      replace(
        this.rejected,
        el('h2', {}, 'Rejected by the collectors'),
        el('p', { class: 'note' }, 'Single events that were not taken, as counted since the collectors started. They are in a topic of Kafka of their own. Requests that were refused whole (not JSON, too large, no key) are not among them: whoever sent them was told.'),
        !reasons
          ? el('p', { class: 'state' }, found.collectors.length === 0
              ? 'No collector’s metrics are read: name them in coordinator.http.collectors.'
              : 'No collector has answered yet.')
          : reasons.length === 0
            ? el('p', { class: 'state' }, 'No event was rejected.')
            : table('Reasons of rejection, the commonest first', ['Events', 'Reason'], reasons.map((r) => [num(count(r.events)), foreign(r.code, 200)])),
        found.collectors.filter((c) => c.problem).map((c) => el('p', { class: 'error' }, foreign(`${c.url}: ${c.problem}`, 300))),
        lines,
      );
    });
  }
}

/** A line as it came, as text and nothing else. */
function row(r) {
  const raw = r.raw ?? r.raw_base64 ?? '';
  return el(
    'li',
    {},
    el('p', { class: 'note' },
      `${r.partition}, ${r.kafka_topic}/${r.kafka_partition} at ${count(r.kafka_offset)}`,
      r.bytes !== undefined && `, ${bytes(r.bytes)}`,
      r.raw === undefined && r.raw_base64 !== undefined && ', not UTF-8: shown in Base64',
      r.cut && ', cut here'),
    el('p', { class: 'note path' }, `${foreign(r.file, 300)}, line ${r.line}`),
    el('pre', { tabindex: '0', role: 'group', 'aria-label': 'The line as it came' }, foreign(raw, 4096)),
  );
}
