// The grid: a row for each day (or hour), a cell for each partition. Only the rows in sight are there, so a year scrolls.
import { el, hidden, replace } from './dom.js';
import { state, stateOf } from './standing.js';
import { count, dayOf, HOUR, DAY, idOf, startOf, weekday } from './time.js';

const MINUTE = 60_000;
const ROW = 26;
const MORE = 6;
const LEAST_CELL = 13;
const MOST_COLUMNS = 60;
const LABEL = 100;
const SPANS = [DAY, DAY / 2, 6 * HOUR, 4 * HOUR, 3 * HOUR, 2 * HOUR, HOUR, 30 * MINUTE, 20 * MINUTE, 15 * MINUTE, 10 * MINUTE];

export class Grid {
  /** @param {function(string)} open is told the partition that somebody wants to see */
  constructor(zone, open) {
    this.zone = zone;
    this.open = open;
    this.rows = new Map();
    this.span = DAY;
    this.active = null;
    this.selected = null;
    this.head = el('div', { role: 'row', class: 'g-row g-head', 'aria-rowindex': '1' });
    this.body = el('div', { role: 'rowgroup', class: 'g-body' });
    this.scroller = el(
      'div',
      {
        class: 'g-scroll',
        role: 'grid',
        'aria-label': `Partitions of ${zone.name}, newest row first, times in UTC`,
        on: {
          click: (e) => this.clicked(e),
          keydown: (e) => this.pressed(e),
          focusin: (e) => this.focused(e),
        },
      },
      el('div', { role: 'rowgroup', class: 'g-top' }, this.head),
      this.body,
    );
    this.scroller.addEventListener('scroll', () => this.soon(), { passive: true });
    zone.addEventListener('load', () => this.layout());
    zone.addEventListener('more', () => this.repaintAll());
    zone.addEventListener('change', (e) => this.repaint(e.detail));
    this.sizes = new ResizeObserver(() => this.layout());
    this.sizes.observe(this.scroller);
  }

  get node() {
    return this.scroller;
  }

  /** The widest row whose cells are still large enough. */
  layout() {
    const room = this.scroller.clientWidth - LABEL;
    if (room <= 0) {
      return;
    }
    const fits = SPANS.filter((s) => s >= this.zone.granularity && s % this.zone.granularity === 0).find((s) => {
      const columns = s / this.zone.granularity;
      return columns <= MOST_COLUMNS && room / columns >= LEAST_CELL;
    });
    this.span = fits ?? this.zone.granularity;
    this.columns = this.span / this.zone.granularity;
    this.end = Math.ceil(this.zone.until / this.span) * this.span;
    this.total = Math.ceil((this.end - this.zone.from) / this.span);
    this.scroller.style.setProperty('--columns', this.columns);
    this.scroller.setAttribute('aria-rowcount', this.total + 1);
    this.scroller.setAttribute('aria-colcount', this.columns + 1);
    this.body.style.height = `${this.total * ROW}px`;
    replace(this.head, this.heads(room));
    this.rows.forEach((row) => row.remove());
    this.rows.clear();
    if (this.active === null || !this.zone.covers(this.active)) {
      this.active = this.latest();
    }
    this.draw();
  }

  heads(room) {
    const unit = this.zone.granularity >= HOUR ? 'hour' : 'minute';
    const step = room / this.columns < (this.columns > 24 ? 30 : 22) ? 5 : 1;
    const whole = this.span === DAY || this.span === HOUR;
    const heads = [el('div', { role: 'columnheader', class: 'g-label' }, 'UTC')];
    for (let c = 0; c < this.columns; c++) {
      const value = (c * this.zone.granularity) / (unit === 'hour' ? HOUR : MINUTE);
      const text = whole && !(this.span === DAY && unit === 'minute') ? String(value).padStart(2, '0') : `+${value}`;
      heads.push(el('div', { role: 'columnheader', 'aria-label': `${unit} ${text}` }, c % step === 0 ? text : hidden(text)));
    }
    return heads;
  }

  latest() {
    const now = Date.now();
    const g = this.zone.granularity;
    return Math.min(Math.floor(now / g) * g, this.zone.until - g);
  }

  /** Row 0 is the newest. */
  startOfRow(index) {
    return this.end - (index + 1) * this.span;
  }

  rowOf(start) {
    return Math.floor((this.end - start - 1) / this.span);
  }

  soon() {
    this.pending ??= requestAnimationFrame(() => {
      this.pending = null;
      this.draw();
    });
  }

  draw() {
    if (!this.columns) {
      return;
    }
    const first = Math.max(0, Math.floor(this.scroller.scrollTop / ROW) - MORE);
    const last = Math.min(this.total - 1, Math.ceil((this.scroller.scrollTop + this.scroller.clientHeight) / ROW) + MORE);
    const wanted = new Set([this.rowOf(this.active)]);
    for (let i = first; i <= last; i++) {
      wanted.add(i);
    }
    for (const [index, row] of this.rows) {
      if (!wanted.has(index)) {
        row.remove();
        this.rows.delete(index);
      }
    }
    // In their order, for those who read the page rather than look at it.
    for (const index of [...wanted].sort((a, b) => a - b)) {
      if (!this.rows.has(index)) {
        const row = this.row(index);
        const next = [...this.rows.keys()].filter((i) => i > index).sort((a, b) => a - b)[0];
        this.body.insertBefore(row, next === undefined ? null : this.rows.get(next));
        this.rows.set(index, row);
      }
    }
  }

  row(index) {
    const start = this.startOfRow(index);
    const row = el('div', { role: 'row', class: 'g-row', 'aria-rowindex': index + 2 });
    row.style.transform = `translateY(${index * ROW}px)`;
    if (new Date(start).getUTCDay() % 6 === 0) {
      row.classList.add('weekend');
    }
    if (start % DAY === 0) {
      row.classList.add('first-of-day');
    }
    row.append(this.label(start));
    const now = Date.now();
    for (let c = 0; c < this.columns; c++) {
      row.append(this.paint(el('div', { role: 'gridcell' }), start + c * this.zone.granularity, now));
    }
    return row;
  }

  label(start) {
    const hour = new Date(start).toISOString().slice(11, this.span < HOUR ? 16 : 13);
    const text = this.span === DAY ? `${dayOf(start)} ${weekday(start)}` : `${dayOf(start).slice(5)} ${hour}${this.span < HOUR ? '' : 'h'}`;
    return el('div', { role: 'rowheader', class: 'g-label' }, text);
  }

  paint(node, start, now) {
    const cell = this.zone.at(start);
    const name = stateOf(cell, start, now);
    const id = idOf(start, this.zone.granularity);
    const shown = state(name);
    node.className = `cell s-${name}`;
    node.textContent = shown.sign;
    node.dataset.id = id;
    node.setAttribute('aria-label', `${id} ${shown.label}${cell ? `, ${count(cell.landed)} landed` : ''}`);
    node.setAttribute('aria-selected', String(id === this.selected));
    node.title = `${id} UTC\n${shown.label}${cell ? `\n${count(cell.landed)} landed` : ''}${cell?.quarantined ? `\n${count(cell.quarantined)} in quarantine` : ''}`;
    node.tabIndex = start === this.active ? 0 : -1;
    return node;
  }

  cellAt(start) {
    const row = this.rowOf(start);
    const column = (start - this.startOfRow(row)) / this.zone.granularity;
    return this.rows.get(row)?.children[column + 1];
  }

  repaint(ids) {
    const now = Date.now();
    ids.forEach((id) => {
      const start = startOf(id);
      const node = this.cellAt(start);
      if (node) {
        this.paint(node, start, now);
      }
    });
  }

  /** Time goes on: what was still to come has begun, and a new day may have. */
  timePasses() {
    if (Date.now() >= this.zone.until && this.zone.follows) {
      const rows = this.total;
      this.zone.endAt(Date.now());
      const top = this.scroller.scrollTop;
      this.layout();
      if (top > 0) {
        this.scroller.scrollTop = top + (this.total - rows) * ROW;
      }
      return;
    }
    this.repaintAll();
  }

  repaintAll() {
    const now = Date.now();
    for (const [index, row] of this.rows) {
      const start = this.startOfRow(index);
      [...row.children].slice(1).forEach((node, c) => this.paint(node, start + c * this.zone.granularity, now));
    }
  }

  select(id) {
    const before = this.selected;
    this.selected = id;
    if (id && this.zone.covers(startOf(id))) {
      this.moveTo(startOf(id));
    }
    this.repaint([before, id].filter(Boolean));
  }

  /** Makes a cell the one that the Tab key leads to, and brings it into sight. */
  moveTo(start) {
    const old = this.active;
    this.active = Math.min(Math.max(start, this.zone.from), this.zone.until - this.zone.granularity);
    if (!this.columns) {
      return;
    }
    const top = this.rowOf(this.active) * ROW;
    const height = this.scroller.clientHeight - ROW;
    if (top < this.scroller.scrollTop) {
      this.scroller.scrollTop = top;
    } else if (top + ROW > this.scroller.scrollTop + height) {
      this.scroller.scrollTop = top + ROW - height;
    }
    this.draw();
    const now = Date.now();
    [old, this.active].forEach((s) => {
      const node = s === null ? null : this.cellAt(s);
      if (node) {
        this.paint(node, s, now);
      }
    });
  }

  focus() {
    this.cellAt(this.active)?.focus({ preventScroll: true });
  }

  clicked(e) {
    const node = e.target.closest('[role=gridcell]');
    if (node) {
      this.moveTo(startOf(node.dataset.id));
      this.focus();
      this.open(node.dataset.id);
    }
  }

  focused(e) {
    const node = e.target.closest('[role=gridcell]');
    if (node && startOf(node.dataset.id) !== this.active) {
      this.moveTo(startOf(node.dataset.id));
    }
  }

  pressed(e) {
    if (!e.target.closest('[role=gridcell]') || e.altKey || e.metaKey) {
      return;
    }
    const g = this.zone.granularity;
    const rowStart = this.startOfRow(this.rowOf(this.active));
    const page = Math.max(1, Math.floor(this.scroller.clientHeight / ROW) - 2) * this.span;
    const to = {
      ArrowLeft: () => this.active - g,
      ArrowRight: () => this.active + g,
      ArrowUp: () => this.active + this.span,
      ArrowDown: () => this.active - this.span,
      Home: () => (e.ctrlKey ? this.latest() : rowStart),
      End: () => (e.ctrlKey ? this.zone.from : rowStart + this.span - g),
      PageUp: () => this.active + page,
      PageDown: () => this.active - page,
    }[e.key];
    if (to) {
      e.preventDefault();
      const wanted = to();
      if (this.zone.covers(wanted) || e.key.startsWith('Page')) {
        this.moveTo(wanted);
        this.focus();
      }
    } else if (e.key === 'Enter' || e.key === ' ') {
      e.preventDefault();
      this.open(idOf(this.active, g));
    }
  }
}
