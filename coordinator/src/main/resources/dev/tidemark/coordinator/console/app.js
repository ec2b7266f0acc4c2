// The page: which dataset, view and partition the address names, and who shows it.
import * as api from './api.js';
import { askForToken, showHelp } from './actions.js';
import { Detail } from './detail.js';
import { button, el, foreign, replace, say } from './dom.js';
import { Flow } from './flow.js';
import { Grid } from './grid.js';
import { Overview } from './overview.js';
import { Problems } from './problems.js';
import { ORDER, state, stateOf } from './standing.js';
import { Stream } from './stream.js';
import { clock, isId, startOf } from './time.js';
import { onRefused, onToken, token } from './token.js';
import { Zone } from './zone.js';

const MINUTE = 60_000;
const VIEWS = { grid: 'Partitions', flow: 'Flow', problems: 'Quarantine' };
const main = document.getElementById('main');
const picker = document.getElementById('dataset');
const live = document.getElementById('live');
const trouble = document.getElementById('trouble');

let all = [];
let shown = null;

function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** What the address names; it never holds a token. */
function address() {
  const [dataset, view, id] = location.hash.slice(1).split('/').map(decoded);
  return { dataset, view: Object.hasOwn(VIEWS, view) ? view : 'grid', id: isId(id) ? id : null, unknown: id && !isId(id) ? id : null };
}

function hashOf(dataset, view, id) {
  return `#${[dataset, view, id].filter(Boolean).map(encodeURIComponent).join('/')}`;
}

function go(view, id) {
  const hash = hashOf(shown.zone.name, view, id);
  if (location.hash !== hash) {
    location.hash = hash;
  }
}

/** One dataset, and everything that shows it. */
class Shown {
  constructor(zone) {
    this.zone = zone;
    this.several = all.length > 1;
    this.grid = new Grid(zone, (id) => go('grid', id));
    this.overview = new Overview(zone, (start) => {
      this.grid.moveTo(Math.max(start, zone.from));
      this.grid.focus();
    });
    this.detail = new Detail((id) => {
      go('grid', id);
      if (!id) {
        this.grid.focus();
      }
    });
    this.flow = new Flow(zone);
    this.problems = new Problems(zone, this.several, (id) => go('grid', id));
    this.legend = el('div', { class: 'legend', role: 'group', 'aria-label': 'How many stand how; a button goes to the next' });
    this.loading = el('p', { class: 'state loading' }, 'Reading the landing log…');
    this.views = { grid: this.gridView(), flow: this.flow.node, problems: this.problems.node };
    this.stream = new Stream(zone, () => zone.read(), (name, data) => this.take(name, data));
    this.stream.addEventListener('state', (e) => this.told(e.detail));
    zone.addEventListener('load', () => this.count());
    zone.addEventListener('more', () => this.count());
    zone.addEventListener('change', (e) => this.changed(e.detail));
    zone.addEventListener('problem', (e) => say(`Not all days could be read: ${foreign(e.detail)}`, 'bad'));
  }

  gridView() {
    const day = el('input', { type: 'date', id: 'g-day' });
    day.addEventListener('change', () => day.value && this.goTo(Date.parse(`${day.value}T12:00:00Z`)));
    this.now = button('Now', () => this.goTo(Date.now()), { class: 'quiet' });
    return el(
      'div',
      { class: 'with-detail' },
      el('section', { class: 'panel field', 'aria-label': 'Partitions' },
        el('div', { class: 'controls' },
          this.legend,
          el('div', { class: 'go' }, el('label', { for: 'g-day', class: 'sr' }, 'Go to a day (UTC)'), day, this.now)),
        this.overview.node,
        this.loading,
        this.grid.node),
      this.detail.node,
    );
  }

  async goTo(time) {
    if (!this.zone.covers(Math.min(time, Date.now())) || (time >= Date.now() && !this.zone.follows)) {
      this.zone.lookAt(time);
      await this.zone.read().catch((e) => say(foreign(e.message), 'bad'));
    }
    this.grid.moveTo(Math.floor(Math.min(time, Date.now()) / this.zone.granularity) * this.zone.granularity);
    this.grid.focus();
  }

  start() {
    this.stream.run();
    this.timer = setInterval(() => this.grid.timePasses(), this.zone.granularity > MINUTE ? MINUTE : 10_000);
  }

  stop() {
    clearInterval(this.timer);
    this.zone.abort?.abort();
    this.stream.stop();
    this.flow.stop();
    this.problems.stop();
  }

  show(view, id) {
    if (this.view !== view) {
      this.flow.stop();
      this.problems.stop();
      this.view = view;
      replace(main, this.views[view]);
      if (view === 'flow') {
        this.flow.start();
      } else if (view === 'problems') {
        this.problems.start();
      } else {
        this.grid.layout();
      }
    }
    if (view === 'grid') {
      this.views.grid.classList.toggle('has-detail', id !== null);
      this.grid.select(id);
      if (id) {
        this.detail.show(this.zone, id, this.several);
        if (getComputedStyle(this.detail.node).position === 'fixed') {
          this.detail.node.focus();
        }
      } else {
        this.detail.none();
      }
    }
  }

  take(name, data) {
    if (name === 'partitions') {
      // What is older than what is looked at is of no concern; what is newer soon is.
      this.zone.change(data.cells.filter(([id]) => startOf(id) >= this.zone.from), data.version);
      if (data.cells.some(([id]) => id === this.detail.id)) {
        this.detail.refresh();
      }
    } else if (name === 'reload') {
      this.reload(1000);
      this.detail.refresh();
    }
  }

  /** Everything anew, again until it succeeds: the stream goes on from what this brings. */
  async reload(wait) {
    try {
      await this.zone.read();
    } catch (e) {
      if (e.name !== 'AbortError' && !this.stream.stopped) {
        say(foreign(e.message), 'bad');
        setTimeout(() => !this.stream.stopped && this.reload(Math.min(30_000, wait * 2)), wait);
      }
    }
  }

  told({ state: how, message, wait }) {
    live.dataset.state = how;
    clearInterval(this.countdown);
    if (how === 'live') {
      replace(live, 'live');
      replace(trouble);
      this.loading.hidden = true;
      this.goneSince = null;
      this.zone.readOn();
    } else if (how === 'connecting') {
      replace(live, this.goneSince ? 'reconnecting' : 'connecting');
    } else if (how === 'locked') {
      replace(live, 'no token');
      replace(trouble, token() ? 'The token is not one of those configured.' : 'Reading needs a token here.',
        ' ', button('Enter the token', () => askForToken()));
      if (!token() && !this.asked) {
        this.asked = true;
        askForToken('Reading needs a token here.');
      }
    } else {
      replace(live, 'disconnected');
      this.goneSince ??= clock(Date.now());
      const left = el('span', { 'aria-hidden': 'true' });
      replace(trouble, `Disconnected at ${this.goneSince} UTC: ${foreign(message || 'the stream broke off')} What is shown is as of then. `,
        left, button('Try now', () => this.stream.now()));
      const until = Date.now() + wait;
      const tick = () => replace(left, `Trying again in ${Math.max(0, Math.ceil((until - Date.now()) / 1000))} s. `);
      tick();
      this.countdown = setInterval(tick, 1000);
    }
  }

  changed(ids) {
    clearTimeout(this.counting);
    this.counting = setTimeout(() => this.count(), 200);
    const now = Date.now();
    const news = ids.map((id) => [id, stateOf(this.zone.cells.get(id), startOf(id), now)])
      .filter(([, name]) => ['failed', 'published', 'restated'].includes(name));
    if (news.length > 0 && news.length < 4) {
      say(news.map(([id, name]) => `${id} ${state(name).label}`).join(', '), news.some(([, n]) => n === 'failed') ? 'bad' : 'done');
    }
  }

  /** How many stand how, those to look at first. */
  count() {
    this.loading.hidden = this.zone.loaded;
    const now = Date.now();
    const counts = {};
    for (const [id, cell] of this.zone.cells) {
      const start = startOf(id);
      if (!this.zone.covers(start)) {
        continue;
      }
      const name = stateOf(cell, start, now);
      counts[name] = (counts[name] ?? 0) + 1;
    }
    const focused = this.legend.contains(document.activeElement) ? document.activeElement.dataset.state : null;
    replace(
      this.legend,
      ORDER.filter((name) => counts[name]).map((name) =>
        button(
          [el('span', { class: `cell s-${name}`, 'aria-hidden': 'true' }, state(name).sign), ` ${counts[name].toLocaleString('en')} ${state(name).label}`],
          () => this.next([name], -1),
          { class: 'quiet', 'data-state': name },
        )),
      this.zone.loaded && this.zone.cells.size === 0 &&
        el('p', { class: 'note' }, `Nothing has landed in these days. Send an event to the collector, or go to another day.`),
    );
    if (focused) {
      this.legend.querySelector(`[data-state="${focused}"]`)?.focus();
    }
  }

  /** To the next of some states, back or forward in time, and around. */
  next(names, by) {
    const now = Date.now();
    const starts = [...this.zone.cells.entries()]
      .filter(([id, cell]) => this.zone.covers(startOf(id)) && names.includes(stateOf(cell, startOf(id), now)))
      .map(([id]) => startOf(id))
      .sort((a, b) => (a - b) * by);
    if (starts.length === 0) {
      say(`None in these days is ${names.map((n) => state(n).label).join(', ')}.`);
      return;
    }
    const beyond = starts.find((s) => (s - this.grid.active) * by > 0);
    this.grid.moveTo(beyond ?? starts[0]);
    this.grid.focus();
  }
}

function route() {
  if (all.length === 0) {
    return;
  }
  const wanted = address();
  const dataset = all.find((d) => d.name === wanted.dataset) ?? all[0];
  if (wanted.dataset && wanted.dataset !== dataset.name) {
    say(`There is no dataset ‘${foreign(wanted.dataset, 60)}’; this is ‘${dataset.name}’.`, 'bad');
  } else if (wanted.unknown) {
    say(`‘${foreign(wanted.unknown, 60)}’ is no partition.`, 'bad');
  }
  if (shown?.zone.name !== dataset.name) {
    shown?.stop();
    replace(trouble);
    shown = new Shown(new Zone(dataset));
    picker.value = dataset.name;
    shown.start();
  }
  for (const view of Object.keys(VIEWS)) {
    const link = document.getElementById(`to-${view}`);
    link.href = hashOf(dataset.name, view);
    if (view === wanted.view) {
      link.setAttribute('aria-current', 'page');
    } else {
      link.removeAttribute('aria-current');
    }
  }
  document.title = [wanted.id, VIEWS[wanted.view], dataset.name, 'Tidemark'].filter(Boolean).join(' – ');
  shown.show(wanted.view, wanted.id);
}

async function begin(wait = 1000) {
  try {
    all = await api.datasets();
    replace(trouble);
  } catch (e) {
    live.dataset.state = e.needsToken ? 'locked' : 'gone';
    replace(live, e.needsToken ? 'no token' : 'disconnected');
    replace(trouble, `${foreign(e.message)} `, button(e.needsToken ? 'Enter the token' : 'Try now', () => (e.needsToken ? askForToken() : begin())));
    if (e.needsToken) {
      askForToken(token() ? 'That token is not one of those configured.' : 'Reading needs a token here.');
    } else {
      setTimeout(() => all.length === 0 && begin(Math.min(30_000, wait * 2)), wait);
    }
    return;
  }
  replace(picker, all.map((d) => el('option', { value: d.name }, d.name)));
  picker.disabled = false;
  if (all.length === 0) {
    replace(main, el('p', { class: 'state' }, 'This coordinator looks after no dataset.'));
  }
  route();
}

function pressed(e) {
  if (e.ctrlKey || e.altKey || e.metaKey || document.querySelector('dialog[open]') || e.target.closest('input, select, textarea')) {
    return;
  }
  const does = {
    g: () => go('grid', null),
    f: () => go('flow', null),
    q: () => go('problems', null),
    n: () => shown.view === 'grid' && shown.next(['failed', 'held', 'late'], 1),
    p: () => shown.view === 'grid' && shown.next(['failed', 'held', 'late'], -1),
    t: () => askForToken(),
    '?': () => showHelp(ORDER),
    Escape: () => {
      if (shown.view === 'grid' && shown.detail.id) {
        go('grid', null);
        shown.grid.focus();
      }
    },
  }[e.key];
  if (does && shown) {
    e.preventDefault();
    does();
  }
}

const THEMES = { dark: 'dark', light: 'light', system: 'as the system' };

const chosenTheme = () => document.documentElement.dataset.theme ?? 'system';

function showTheme() {
  const button = document.getElementById('theme');
  button.title = `Theme: ${THEMES[chosenTheme()]}`;
  button.setAttribute('aria-label', button.title);
}

/** Dark, light, and as the system has it, in turn. */
function nextTheme() {
  const names = Object.keys(THEMES);
  const theme = names[(names.indexOf(chosenTheme()) + 1) % names.length];
  try {
    if (theme === 'system') {
      delete document.documentElement.dataset.theme;
      localStorage.removeItem('tidemark-theme');
    } else {
      document.documentElement.dataset.theme = theme;
      localStorage.setItem('tidemark-theme', theme);
    }
  } catch {
    // Then it holds until the page is left.
  }
  showTheme();
  say(`Theme: ${THEMES[theme]}.`);
  shown?.flow.themeChanged();
}

function showToken() {
  const button = document.getElementById('token');
  button.dataset.has = token() !== '';
  button.title = token() ? 'A token is used' : 'No token was entered';
}

picker.addEventListener('change', () => {
  location.hash = hashOf(picker.value, address().view);
});
document.getElementById('token').addEventListener('click', () => askForToken());
document.getElementById('theme').addEventListener('click', nextTheme);
document.getElementById('help').addEventListener('click', () => showHelp(ORDER));
document.querySelector('.skip').addEventListener('click', (e) => {
  e.preventDefault();
  main.focus();
});
addEventListener('hashchange', route);
addEventListener('keydown', pressed);
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => shown?.flow.themeChanged());
onRefused(() => say('The coordinator does not know the token; it was forgotten.', 'bad'));
onToken(() => {
  showToken();
  if (all.length === 0) {
    begin();
  } else {
    shown?.stream.now();
    shown?.detail.refresh();
  }
});
showToken();
showTheme();
begin();

// A browser keeps a page that was left for a while, and with it the few connections that a host gets.
addEventListener('pagehide', () => shown?.stop());
addEventListener('pageshow', (e) => e.persisted && location.reload());
