// Months at a glance: a square for each day (or hour), in the colour of the worst that it holds.
import { el, replace } from './dom.js';
import { state, stateOf, worst } from './standing.js';
import { dayOf, DAY, HOUR, idOf, month } from './time.js';

const SQUARE = 13;

export class Overview {
  /** @param {function(number)} go is told the moment that somebody wants to see */
  constructor(zone, go) {
    this.zone = zone;
    this.go = go;
    this.unit = zone.granularity >= HOUR ? DAY : HOUR;
    this.squares = new Map();
    this.names = el('div', { class: 'o-months', 'aria-hidden': 'true' });
    this.field = el('div', {
      class: 'o-field',
      role: 'group',
      'aria-label': this.unit === DAY ? 'Months at a glance, one square a day' : 'Days at a glance, one square an hour',
      on: { click: (e) => this.clicked(e), keydown: (e) => this.pressed(e) },
    });
    const unit = this.unit === DAY ? 'a day: a column is a week from Monday' : 'an hour: a column is six hours';
    this.node = el('div', { class: 'overview' }, this.names, this.field,
      el('p', { class: 'note' }, `A square is ${unit}, in the colour of the worst in it.`));
    zone.addEventListener('load', () => this.layout());
    zone.addEventListener('more', () => this.layout());
    zone.addEventListener('change', (e) => this.changed(e.detail));
    this.sizes = new ResizeObserver(() => this.layout());
    this.sizes.observe(this.node);
  }

  /** Columns of a week, or of a day's hours by six; the newest that fit. */
  layout() {
    const down = this.unit === DAY ? 7 : 6;
    const across = Math.max(1, Math.floor(this.node.clientWidth / SQUARE));
    const column = down * this.unit;
    // Weeks begin on Monday; the epoch was a Thursday.
    const shift = this.unit === DAY ? 3 * DAY : 0;
    const end = Math.ceil((this.zone.until + shift) / column) * column - shift;
    const columns = Math.min(across, Math.ceil((end - this.zone.from) / column));
    const from = end - columns * column;
    if (this.first === from && this.columns === columns) {
      this.squares.forEach((node, start) => this.paint(node, start));
      return;
    }
    this.first = from;
    this.columns = columns;
    this.field.style.setProperty('--down', down);
    this.squares.clear();
    replace(this.field);
    replace(this.names, this.labels(from, columns, column));
    for (let start = from; start < end; start += this.unit) {
      const node = el('button', { type: 'button', tabindex: '-1' });
      node.dataset.start = start;
      this.squares.set(start, node);
      this.paint(node, start);
      this.field.append(node);
    }
    this.reach(Math.floor(Math.min(Date.now(), this.zone.until - 1) / this.unit) * this.unit);
  }

  labels(from, columns, column) {
    const labels = [];
    let last = '';
    for (let c = 0; c < columns; c++) {
      const start = from + c * column;
      const name = this.unit === DAY ? month(start + column - DAY) : dayOf(start).slice(5);
      if (name !== last) {
        const label = el('span', {}, name);
        label.style.gridColumnStart = c + 1;
        const before = labels[labels.length - 1];
        if (before && c + 1 - Number(before.style.gridColumnStart) < 3) {
          labels.pop();
        }
        labels.push(label);
        last = name;
      }
    }
    return labels;
  }

  paint(node, start) {
    const now = Date.now();
    const names = [];
    let left = 0;
    for (let at = start; at < start + this.unit; at += this.zone.granularity) {
      const name = this.zone.covers(at) ? stateOf(this.zone.at(at), at, now) : 'future';
      names.push(name);
      left += ['failed', 'held', 'late'].includes(name) ? 1 : 0;
    }
    const name = worst(names);
    node.className = `square s-${name}`;
    node.textContent = ['failed', 'held', 'late'].includes(name) ? state(name).sign : '';
    const what = this.unit === DAY ? dayOf(start) : idOf(start, HOUR);
    const label = `${what}: ${state(name).label}${left ? `, ${left} to look at` : ''}`;
    node.setAttribute('aria-label', label);
    node.title = label;
  }

  changed(ids) {
    const starts = new Set(ids.map((id) => Math.floor(Date.parse(`${id.slice(0, 13)}:00:00Z`) / this.unit) * this.unit));
    starts.forEach((start) => {
      const node = this.squares.get(start);
      if (node) {
        this.paint(node, start);
      }
    });
  }

  reach(start) {
    this.squares.get(this.active)?.setAttribute('tabindex', '-1');
    if (this.squares.has(start)) {
      this.active = start;
      this.squares.get(start).setAttribute('tabindex', '0');
    }
  }

  clicked(e) {
    const node = e.target.closest('button');
    if (node) {
      this.reach(Number(node.dataset.start));
      this.go(Number(node.dataset.start));
    }
  }

  pressed(e) {
    const down = this.unit === DAY ? 7 : 6;
    const by = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -down, ArrowRight: down }[e.key];
    if (by && this.squares.has(this.active + by * this.unit)) {
      e.preventDefault();
      this.reach(this.active + by * this.unit);
      this.squares.get(this.active).focus();
    }
  }
}
