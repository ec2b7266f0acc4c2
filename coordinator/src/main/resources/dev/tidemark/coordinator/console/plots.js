// Plots by uPlot, in the page's own colours, and never wider than their place.
import { el } from './dom.js';

const HEIGHT = 190;

const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Names of the colours of lines, told apart by dashes too. */
const LINES = [
  { stroke: '--line-1', dash: [] },
  { stroke: '--line-2', dash: [6, 3] },
  { stroke: '--line-3', dash: [2, 3] },
  { stroke: '--line-4', dash: [8, 3, 2, 3] },
];

/** Hours and minutes, and the day where it begins. */
function timesOf(plot, splits, axis, space, step) {
  return splits.map((s, i) => {
    const text = new Date(s * 1000).toISOString();
    const day = text.slice(5, 10);
    if (step >= 86400) {
      return day;
    }
    return i === 0 || s % 86400 === 0 ? `${text.slice(11, 16)}\n${day}` : text.slice(11, 16);
  });
}

export class Plot {
  /**
   * @param {string} title
   * @param {object} how series (label, points), value (text of a number), level (a line across)
   */
  constructor(title, how) {
    this.how = how;
    this.place = el('div', { class: 'plot', 'aria-hidden': 'true' });
    this.text = el('p', { class: 'note' });
    this.node = el('figure', { class: 'panel' }, el('figcaption', {}, title), this.place, this.text);
    this.sizes = new ResizeObserver(() => {
      const width = Math.floor(this.place.clientWidth);
      if (this.plot && width > 0 && width !== this.plot.width) {
        this.plot.setSize({ width, height: HEIGHT });
      } else if (!this.plot && this.data) {
        this.show(this.data);
      }
    });
    this.sizes.observe(this.place);
  }

  /** @param {Array} data x in seconds, then a list for each series */
  show(data) {
    this.data = data;
    const width = Math.floor(this.place.clientWidth);
    if (width <= 0) {
      return;
    }
    if (this.plot) {
      this.plot.setData(data);
      return;
    }
    this.plot = new window.uPlot(this.options(width), data, this.place);
  }

  options(width) {
    const axis = { stroke: colour('--muted'), grid: { stroke: colour('--line'), width: 1 }, ticks: { show: false }, font: '11px system-ui, sans-serif' };
    return {
      width,
      height: HEIGHT,
      tzDate: (seconds) => window.uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
      cursor: { points: { size: 6 } },
      legend: { show: true, live: true },
      scales: { y: { range: (u, min, max) => [Math.min(min ?? 0, 0) * 1.08, Math.max(max ?? 0, this.how.least ?? 1) * 1.08] } },
      axes: [
        { ...axis, space: 64, values: timesOf },
        { ...axis, size: 74, incrs: this.how.steps, values: (u, values) => values.map((v) => this.how.value(v)) },
      ],
      series: [
        { label: 'UTC', value: '{YYYY}-{MM}-{DD} {HH}:{mm}:{ss}' },
        ...this.how.series.map((s, i) => ({
          label: s.label,
          stroke: colour(s.colour ?? LINES[i % LINES.length].stroke),
          dash: s.dash ?? LINES[i % LINES.length].dash,
          width: s.points ? 0 : 2,
          points: { show: s.points === true, size: 7, fill: colour(s.colour ?? LINES[i % LINES.length].stroke) },
          paths: s.points ? () => null : undefined,
          spanGaps: false,
          value: (u, v) => (v === null || v === undefined ? '–' : (s.told ?? this.how.value)(v)),
        })),
      ],
    };
  }

  say(text) {
    this.text.textContent = text;
  }

  /** In other colours, or with other series. */
  again(how = this.how) {
    this.how = how;
    this.plot?.destroy();
    this.plot = null;
    if (this.data) {
      this.show(this.data);
    }
  }

  remove() {
    this.sizes.disconnect();
    this.plot?.destroy();
  }
}
