// How much comes in, lands and is published, how far behind the watermark is, and how late partitions were.
import * as api from './api.js';
import { button, el, fill, foreign, num, replace, stack } from './dom.js';
import { Plot } from './plots.js';
import { apart, behindNow, clock, count, moment, span, startOf } from './time.js';

const EVERY = 10_000;
const MINUTES = [15, 60, 360, 1440];

/** Of seconds: what a clock shows, not a tenth of something. */
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400, 172800, 604800];

const rate = (v) => `${v >= 100 ? Math.round(v).toLocaleString('en') : Number(v.toFixed(v >= 10 ? 1 : 2))}/s`;
const seconds = (v) => span(v * 1000);

/** Less than nothing if a partition was closed before its end. */
const delay = (v) => apart(v * 1000, 'its end');

let library;

/** Plots need it, and nobody else. */
function plots() {
  library ??= new Promise((resolve, reject) => {
    const script = el('script', { src: '/console/lib/uplot.js' });
    script.addEventListener('load', resolve);
    script.addEventListener('error', () => {
      script.remove();
      library = undefined;
      reject(new Error('The plots cannot be loaded.'));
    });
    document.head.append(script);
  });
  return library;
}

export class Flow {
  constructor(zone) {
    this.zone = zone;
    this.minutes = 60;
    const choice = el(
      'select',
      { id: 'f-minutes' },
      MINUTES.map((m) => el('option', { value: m, selected: m === this.minutes }, span(m * 60_000))),
    );
    choice.addEventListener('change', () => {
      this.minutes = Number(choice.value);
      this.look();
    });
    this.notes = el('p', { class: 'note', role: 'status' });
    this.sources = el('div', { class: 'panel sources' });
    this.plots = el('div', { class: 'plots' });
    this.node = el(
      'div',
      { class: 'flow' },
      el('div', { class: 'panel controls' }, el('label', { for: 'f-minutes' }, 'The last '), choice, this.notes),
      this.plots,
      this.sources,
    );
  }

  async start() {
    // Whoever has left meanwhile is not to be polled for.
    const run = (this.run = {});
    clearInterval(this.timer);
    try {
      await plots();
    } catch (e) {
      if (this.run === run) {
        replace(this.plots, el('p', { class: 'error' }, e.message), button('Try again', () => this.start()));
        this.timer = setTimeout(() => this.run === run && this.start(), EVERY);
      }
      return;
    }
    if (this.run !== run) {
      return;
    }
    this.rates ??= new Plot('Received and landed', {
      series: [{ label: 'received' }, { label: 'landed' }],
      value: rate,
    });
    // Apart from the others: a whole partition is published at once.
    this.published ??= new Plot('Published', { series: [{ label: 'published', colour: '--line-3' }], value: rate });
    this.delays ??= new Plot('From the end of a partition to its publication', {
      series: [{ label: 'delay', points: true, told: delay }, { label: 'service level', colour: '--level', dash: [4, 4] }],
      value: seconds,
      steps: STEPS,
      least: 10,
    });
    replace(this.plots, this.rates.node, this.delays.node, this.published.node, this.lagPlot && this.lagPlot.node);
    await this.look();
    if (this.run === run) {
      this.timer = setInterval(() => document.visibilityState === 'visible' && !this.looking && this.look(), EVERY);
    }
  }

  stop() {
    this.run = null;
    clearInterval(this.timer);
    this.abort?.abort();
  }

  async look() {
    this.abort?.abort();
    const abort = (this.abort = new AbortController());
    this.looking = true;
    try {
      const flow = await api.flow(this.zone.name, this.minutes, abort.signal);
      if (this.run && this.abort === abort) {
        this.draw(flow);
      }
    } catch (e) {
      if (e.name !== 'AbortError') {
        replace(this.notes, el('span', { class: 'error' }, foreign(e.message)));
      }
    } finally {
      if (this.abort === abort) {
        this.looking = false;
      }
    }
  }

  draw(flow) {
    const first = Date.parse(flow.from) / 1000;
    const xs = flow.landed.map((_, i) => first + i * flow.step_seconds);
    const each = `Events per second, a value for each ${span(flow.step_seconds * 1000)}.`;
    this.rates.show([xs, flow.received, flow.landed]);
    this.rates.say(`${each} Now: received ${lastOf(flow.received)}, landed ${lastOf(flow.landed)}.`);
    this.published.show([xs, flow.published]);
    this.published.say(`${each} Now: ${lastOf(flow.published)}.`);
    this.drawDelays(flow);
    this.drawLags(flow, xs.map((x) => x + flow.step_seconds));
    this.drawSources(flow);
    const problems = flow.collectors.filter((c) => c.problem).map((c) => `${c.url}: ${c.problem}`);
    replace(
      this.notes,
      `As of ${clock(flow.at)} UTC.`,
      flow.known_from && ` What landed is known since ${moment(flow.known_from)}.`,
      flow.collectors.length === 0 && ' No collector’s metrics are read (coordinator.http.collectors), so what was received is not known.',
      problems.length > 0 && el('span', { class: 'error' }, ` Not read: ${foreign(problems.join('; '), 300)}`),
    );
  }

  drawDelays(flow) {
    const length = this.zone.granularity;
    const ended = flow.delays.map((d) => ({ end: (startOf(d.partition) + length) / 1000, seconds: d.seconds ?? null }));
    ended.sort((a, b) => a.end - b.end);
    const level = flow.service_level_seconds ?? null;
    this.delays.show([ended.map((d) => d.end), ended.map((d) => d.seconds), ended.map(() => level)]);
    const known = ended.filter((d) => d.seconds !== null);
    const missed = level === null ? 0 : known.filter((d) => d.seconds > level).length;
    const last = known.length === 0
      ? 'None of those that ended is published yet.'
      : `The last was published ${delay(known[known.length - 1].seconds)}.`;
    const kept = known.length === 0 ? '' : missed === 0 ? ': all kept' : `: ${missed} of ${known.length} missed`;
    this.delays.say(`${last} ${level === null
      ? 'No service level is promised (coordinator.service-level).'
      : `Promised within ${seconds(level)}${kept}.`}`);
  }

  drawSources(flow) {
    const now = Date.parse(flow.at);
    const behind = flow.watermark ? now - Date.parse(flow.watermark) : null;
    const lag = (s) => (s.newest ? Math.max(0, now - Date.parse(s.newest)) : null);
    // What is idle and read to its end is not late, however long ago its newest event was.
    const late = (s) => (s.idle && !s.behind ? null : lag(s));
    const most = Math.max(1, ...flow.sources.map((s) => late(s) ?? 0));
    replace(
      this.sources,
      el('h2', {}, 'Watermark'),
      el('p', {}, flow.watermark
        ? `${moment(flow.watermark)} UTC, ${behindNow(behind)}.`
        : 'There is none until every topic-partition has one.'),
      flow.sources.length === 0
        ? el('p', { class: 'note' }, 'No topic-partition is read yet.')
        : stack('Topic-partitions', ['Topic-partition', 'Newest event', 'Since then', 'To the longest', 'Offsets behind', 'State'], flow.sources.map((s) => [
            `${s.topic}/${s.partition}`,
            s.newest ? clock(s.newest) : '–',
            num(lag(s) === null ? '–' : span(lag(s))),
            bar(late(s), most),
            num(count(s.behind)),
            !s.idle ? 'busy' : s.behind ? 'idle' : 'idle: nothing waits in it',
          ])),
    );
  }

  drawLags(flow, xs) {
    const names = flow.lags.map((l) => `${l.topic}/${l.partition}`);
    const key = names.join(' ');
    if (this.lagKey !== key) {
      this.lagKey = key;
      if (this.lagPlot) {
        this.lagPlot.remove();
        this.lagPlot.node.remove();
      }
      this.lagPlot = names.length > 0 && new Plot('How far each topic-partition was behind', {
        series: names.map((label) => ({ label })), value: seconds, steps: STEPS, least: 10,
      });
      fill(this.plots, this.lagPlot && this.lagPlot.node);
    }
    if (this.lagPlot) {
      this.lagPlot.show([xs, ...flow.lags.map((l) => l.seconds)]);
      this.lagPlot.say(`From the newest event that had landed to the clock, and so longer too while none come${flow.sources.length > names.length ? `; the first ${names.length} of ${flow.sources.length}` : ''}.`);
    }
  }

  themeChanged() {
    [this.rates, this.delays, this.published, this.lagPlot].forEach((p) => p && p.again());
  }
}

function lastOf(values) {
  const known = values.filter((v) => v !== null);
  return known.length === 0 ? 'not known' : rate(known[known.length - 1]);
}

function bar(value, most) {
  const meter = el('span', { class: 'meter', 'aria-hidden': 'true' });
  const fill = el('span', {});
  fill.style.width = `${value === null ? 0 : Math.round((100 * value) / most)}%`;
  meter.append(fill);
  return meter;
}
