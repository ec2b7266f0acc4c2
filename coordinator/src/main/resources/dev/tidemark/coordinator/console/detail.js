// One partition: what it waits for, its counts, files and revisions, and who did what when.
import * as api from './api.js';
import { askFor, labelOf, possible, verbs, whyNot } from './actions.js';
import { button, el, foreign, num, replace, stack, table } from './dom.js';
import { state, stateOf } from './standing.js';
import { bytes, clock, count, dayOf, moment, some, span, startOf } from './time.js';

const MOST_FILES = 100;

export class Detail {
  /** @param {function(?string)} open is told which other partition to show, if any */
  constructor(open) {
    this.open = open;
    this.node = el('section', { class: 'detail panel', 'aria-label': 'One partition', tabindex: '-1' });
    this.id = null;
    this.none();
  }

  none() {
    this.id = null;
    this.abort?.abort();
    this.node.dataset.id = '';
    replace(
      this.node,
      el('div', { class: 'state' },
        el('p', {}, 'Choose a partition in the grid to see what became of it.'),
        el('p', { class: 'note' }, 'Arrow keys move, Enter opens, ? shows all keys.')),
    );
  }

  /** @param {object} zone with its name, and whether it is one of several */
  async show(zone, id, several) {
    if (this.id !== id || this.zone !== zone) {
      this.id = id;
      this.zone = zone;
      this.several = several;
      this.busy = false;
      this.log = null;
      this.shown = null;
      this.bar = null;
      this.abort?.abort();
      this.frame();
      replace(this.content, el('p', { class: 'state' }, 'Looking…'));
    }
    await this.refresh();
  }

  frame() {
    const step = (by) => this.open(nextId(this.id, by * this.zone.granularity, this.zone));
    this.badge = el('span', { class: 'badge' });
    this.content = el('div', { class: 'd-content' });
    this.node.dataset.id = this.id;
    replace(
      this.node,
      el('div', { class: 'd-head' },
        el('h2', {}, this.id, ' ', el('small', {}, 'UTC')),
        this.badge,
        el('div', { class: 'd-nav' },
          button('‹', () => step(-1), { class: 'quiet', 'aria-label': 'The partition before' }),
          button('›', () => step(1), { class: 'quiet', 'aria-label': 'The partition after' }),
          button('×', () => this.open(null), { class: 'quiet', 'aria-label': 'Close the detail' }))),
      this.content,
    );
  }

  /** Once at a time; what changed meanwhile is looked at afterwards. */
  async refresh() {
    if (!this.id) {
      return;
    }
    if (this.busy) {
      this.again = true;
      return;
    }
    this.busy = true;
    const abort = new AbortController();
    this.abort = abort;
    const { id, zone } = this;
    try {
      const answers = await Promise.all([
        this.orNothing(api.details(zone.name, id, abort.signal)),
        api.explain(zone.name, id, abort.signal),
      ]);
      if (!abort.signal.aborted) {
        this.shown = answers;
        this.readAt = Date.now();
      }
      if (!abort.signal.aborted) {
        this.draw();
      }
      // Takes longest, for the log is read backwards; the rest need not wait for it.
      const log = await api.history(zone.name, id, abort.signal);
      if (!abort.signal.aborted) {
        this.log = log;
        this.draw();
      }
    } catch (e) {
      if (!abort.signal.aborted) {
        this.trouble(e);
      }
    } finally {
      if (this.abort === abort) {
        this.busy = false;
        if (this.again) {
          this.again = false;
          this.refresh();
        }
      }
    }
  }

  /** What was shown stays, and says of when it is. */
  trouble(e) {
    const problem = [
      el('p', { class: 'error', role: 'alert' }, foreign(e.message), this.shown && ` What follows is as of ${clock(this.readAt)} UTC.`),
      button('Try again', () => this.refresh()),
    ];
    if (this.shown) {
      this.content.querySelector('.d-trouble')?.remove();
      this.content.prepend(el('div', { class: 'd-trouble' }, problem));
    } else {
      replace(this.content, problem);
    }
  }

  async orNothing(answer) {
    try {
      return await answer;
    } catch (e) {
      if (e.status === 404) {
        return null;
      }
      throw e;
    }
  }

  draw() {
    const [details, why] = this.shown;
    const { log } = this;
    const name = stateOf(details?.summary, startOf(this.id), Date.now());
    this.badge.className = `badge s-${name}`;
    replace(this.badge, `${state(name).sign} ${state(name).label}`);
    const opened = [...this.content.querySelectorAll('details[open]')].map((d) => d.dataset.name);
    const focused = this.content.contains(document.activeElement) ? document.activeElement : null;
    if (!this.bar) {
      this.build();
    }
    this.content.querySelector('.d-trouble')?.remove();
    replace(
      this.top,
      el('p', { class: 'why' }, foreign(why.waits_for)),
      why.advice && el('p', { class: 'advice' }, foreign(why.advice)),
    );
    this.showActions(details);
    replace(
      this.rest,
      details && counts(details),
      details && reasons(details),
      this.timeline(log),
      details && log && attempts(log),
      details && revisions(details),
      details && files(details),
    );
    this.content.querySelectorAll('details').forEach((d) => {
      d.open = opened.includes(d.dataset.name);
    });
    if (focused?.isConnected && !focused.disabled) {
      focused.focus();
    } else if (focused) {
      this.node.focus({ preventScroll: true });
    }
  }

  /** What stays: a button that is taken away, even for a moment, while it is pressed is never clicked. */
  build() {
    this.top = el('div', { class: 'd-part' });
    this.rest = el('div', { class: 'd-part' });
    this.bar = el(
      'div',
      { class: 'actions', role: 'group', 'aria-label': 'What can be done' },
      verbs().map((verb) => button(labelOf(verb), () => this.ask(verb), { 'data-verb': verb })),
    );
    replace(this.content, this.top, this.bar, this.rest);
  }

  showActions(details) {
    this.bar.hidden = !details;
    if (!details) {
      return;
    }
    const can = possible(details);
    this.bar.querySelectorAll('button').forEach((b) => {
      const { verb } = b.dataset;
      b.disabled = !can[verb];
      b.title = can[verb] ? '' : whyNot[verb];
    });
  }

  ask(verb) {
    const of = { dataset: this.zone.name, several: this.several, id: this.id, details: this.shown[0] };
    askFor(verb, of, () => this.refresh());
  }

  timeline(log) {
    if (!log) {
      return el('section', {}, el('h3', {}, 'What happened'), el('p', { class: 'note' }, 'Reading the log…'));
    }
    const steps = log.entries.filter((r) => !isRenewal(r, log.entries));
    return el('section', {},
      el('h3', {}, 'What happened'),
      steps.length === 0
        ? el('p', { class: 'note' }, this.shown[0] ? 'The log holds nothing about it any more.' : 'The log holds nothing about it.')
        : el('ol', { class: 'timeline' }, [...steps].reverse().map((r) => this.step(r))));
  }

  step(record) {
    const [kind, text, reason] = toldOf(record.entry, this.id);
    return el(
      'li',
      { class: `t-${kind}` },
      el('time', { datetime: record.at, title: moment(record.at) + ' UTC' }, `${dayOf(record.at).slice(5)} ${clock(record.at)}`),
      el('span', {}, text, reason && [': ', el('q', {}, foreign(reason, 500))]),
      el('span', { class: 'by' }, foreign(shortened(record.by), 80)),
    );
  }
}

function nextId(id, by, zone) {
  const text = new Date(startOf(id) + by).toISOString();
  return text.slice(0, id.length);
}

// A run's random name says nothing to a person.
const shortened = (by) => by.replace(/\b([0-9a-f]{8})-[0-9a-f-]{27}\b/g, '$1');

function isRenewal(record, all) {
  const { entry } = record;
  return (
    entry.type === 'claim' &&
    all.some((r) => r.version < record.version && r.entry.type === 'claim' && r.entry.attempt === entry.attempt)
  );
}

const short = (attempt) => (attempt ?? '').slice(0, 8);

function toldOf(e, id) {
  switch (e.type) {
    case 'land': {
      const mine = e.files.filter((f) => f.generation.partition === id);
      return ['quiet', `${some(mine.reduce((n, f) => n + f.rows, 0), 'row')} landed`];
    }
    case 'close':
      return ['step', `closed (${e.reason.toLowerCase().replace('_', ' ')}), ${some(e.rows, 'row')} in ${some(e.files, 'file')}${e.empty_hours ? ', skipped' : ''}`, e.note];
    case 'staged':
      return ['step', 'moved to stage'];
    case 'claim':
      return ['step', `attempt ${short(e.attempt)} began`];
    case 'publish':
      return ['step', `attempt ${short(e.attempt)} publishes ${some(e.counts.out, 'row')}`];
    case 'published':
      return ['good', 'published'];
    case 'archived':
      return ['step', 'moved to archive'];
    case 'failed':
      return ['bad', `${e.action.toLowerCase()} failed, ${e.retry_at ? `again at ${clock(e.retry_at)}` : 'waits for a person'}`, e.error];
    case 'held':
      return ['person', 'held', e.reason];
    case 'released':
      return ['person', 'released', e.reason];
    case 'reprocess':
      return ['person', 'reprocessing asked for', e.reason];
    case 'rollback':
      return ['person', `rollback to revision ${e.revision} asked for`, e.reason];
    case 'expire':
      return ['step', 'retention begins to remove it'];
    case 'expired':
      return ['step', 'removed by retention'];
    default:
      return ['quiet', foreign(e.type, 40)];
  }
}

function counts({ summary, generations }) {
  const offsets = generations.flatMap((g) => g.files).flatMap((f) => f.offsets);
  const kafka = offsets.reduce((n, o) => n + (o.until - o.from), 0);
  const rest = summary.out + summary.duplicates + summary.quarantined;
  const balanced = rest === summary.landed;
  const known = (n) => (summary.revision > 0 ? n : null);
  return el('section', {},
    el('h3', {}, 'Counts'),
    el('dl', { class: 'counts' },
      pair('in Kafka', kafka),
      pair('landed', summary.landed),
      pair('final', known(summary.out)),
      pair('duplicates', known(summary.duplicates)),
      pair('quarantined', known(summary.quarantined))),
    summary.revision > 0 &&
      el('p', { class: balanced ? 'note' : 'advice' }, balanced
        ? '= every landed row is final, a duplicate or in quarantine'
        : `${count(summary.landed - rest)} landed rows are in no published revision yet`));
}

const pair = (name, value) => el('div', {}, el('dt', {}, name), el('dd', {}, value === null ? '–' : count(value)));

function reasons(details) {
  const found = Object.entries(details.quarantined_by_reason ?? {}).sort((a, b) => b[1] - a[1]);
  return found.length > 0 && el('section', {},
    el('h3', {}, 'In quarantine'),
    table('Reasons', ['Reason', 'Rows'], found.map(([reason, rows]) => [foreign(reason, 300), num(count(rows))])));
}

function attempts(log) {
  const found = new Map();
  for (const { entry, at } of log.entries) {
    if (entry.type === 'claim' && !found.has(entry.attempt)) {
      found.set(entry.attempt, { began: at, ended: null, outcome: 'runs' });
    }
    const attempt = found.get(entry.attempt);
    if (attempt && (entry.type === 'publish' || entry.type === 'failed')) {
      attempt.ended = at;
      attempt.outcome = entry.type === 'publish' ? 'published' : `failed: ${entry.error}`;
    }
  }
  if (found.size === 0) {
    return null;
  }
  return el('section', {},
    el('h3', {}, 'Attempts'),
    stack('Attempts', ['Attempt', 'Began', 'Took', 'Outcome'], [...found].reverse().map(([attempt, a]) => [
      el('code', {}, short(attempt)),
      clock(a.began),
      num(span(Math.max(0, (a.ended ? Date.parse(a.ended) : Date.now()) - Date.parse(a.began)))),
      foreign(a.outcome, 300),
    ])));
}

function revisions({ state: s, summary }) {
  const all = [...(s.revisions?.earlier ?? []), s.publication].filter(Boolean);
  return all.length > 0 && el('section', {},
    el('h3', {}, 'Revisions'),
    stack('Revisions', ['Revision', 'At', 'Final', 'Dupl.', 'Quar.'], all.reverse().map((r) => [
      `${r.revision}${r.revision === summary.revision ? ' (readers see it)' : ''}`,
      r.at ? el('time', { datetime: r.at }, moment(r.at)) : '',
      num(count(r.counts.out)),
      num(count(r.counts.duplicates)),
      num(count(r.counts.quarantined)),
    ])));
}

function files({ generations, summary }) {
  return el('section', {},
    el('h3', {}, 'Files'),
    el('p', { class: 'note' }, `${count(summary.files)} landed files, ${bytes(summary.bytes)}`),
    generations.map((g) =>
      el('details', { 'data-name': `gen-${g.number}` },
        el('summary', {}, `Generation ${g.number}: ${g.step.toLowerCase()}, ${count(g.files.length)} files`, g.in_no_revision && ' (in no revision)'),
        el('p', { class: 'note path' }, g.directory ?? 'removed by retention'),
        stack(`Files of generation ${g.number}`, ['File', 'Partition', 'Offsets', 'Rows', 'Size'], g.files.slice(0, MOST_FILES).map((f) => [
          foreign(f.name, 120),
          f.source.slice(f.source.lastIndexOf('/') + 1),
          f.offsets.length === 0 ? '' : `${f.offsets[0].from}–${f.offsets[f.offsets.length - 1].until - 1}`,
          num(count(f.rows)),
          num(bytes(f.bytes)),
        ])),
        g.files.length > MOST_FILES && el('p', { class: 'note' }, `… and ${count(g.files.length - MOST_FILES)} more: tidemark partitions show`))));
}
