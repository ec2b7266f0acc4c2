// What a person can do: each in a dialog that says what it does, why is asked for, and what the command line would be.
import * as api from './api.js';
import { button, el, foreign, num, replace, say, table } from './dom.js';
import { state, stateOf } from './standing.js';
import { count, moment, startOf } from './time.js';
import { isKept, refuse, setToken, token } from './token.js';

const VERBS = {
  hold: {
    label: 'Hold',
    title: 'Hold',
    does: 'No new step begins until somebody releases it. A publication that has begun completes.',
  },
  release: {
    label: 'Release',
    title: 'Release',
    does: 'It goes on: a hold ends, a step that failed is tried again; where there is neither, a pin is taken off.',
  },
  retry: {
    label: 'Retry',
    title: 'Retry',
    does: 'What failed is tried again at the coordinator’s next look, rather than at its time or never.',
  },
  close: {
    label: 'Close now',
    title: 'Close',
    does: 'It closes now, whatever the watermark says. What comes for it later is late and restates it.',
    flags: ['--force'],
  },
  reprocess: {
    label: 'Reprocess…',
    title: 'Reprocess',
    does: 'Makes a new revision from the archived files. Readers see the present one until the new one takes its place.',
  },
  rollback: {
    label: 'Roll back…',
    title: 'Roll back',
    does: 'Publishes a copy of an earlier revision and pins it: what lands late waits until it is released.',
  },
};

/** What makes sense as a partition stands. */
export function possible(details) {
  const { state: s, summary } = details;
  const held = s.hold !== undefined;
  const failed = s.failure !== undefined;
  const pinned = s.revisions?.pin !== undefined;
  const open = Object.values(s.generations).some((g) => g.step === 'OPEN');
  return {
    hold: !held,
    release: held || failed || pinned,
    retry: failed && !held,
    close: open,
    reprocess: summary.revision > 0 || summary.standing === 'SKIPPED',
    rollback: (s.revisions?.earlier ?? []).length > 0,
  };
}

export const verbs = () => Object.keys(VERBS);

/** Why one makes no sense as it stands. */
export const whyNot = {
  hold: 'It is held already.',
  release: 'It is not held, nothing of it failed, and it is not pinned.',
  retry: 'Nothing of it failed, or it is held.',
  close: 'It is not open, and no late events wait.',
  reprocess: 'It was never published.',
  rollback: 'No earlier revision of it is kept.',
};

export const labelOf = (verb) => VERBS[verb].label;

const quoted = (text) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** What nobody sees is not to be pasted into a shell. */
const isPlain = (words) => !words.some((w) => /\p{C}/u.test(w));

/** The same on the command line. */
export function commandLine(verb, target, reason, more = [], dataset = null) {
  const words = ['tidemark', verb, ...target, ...(VERBS[verb]?.flags ?? []), ...more];
  if (dataset) {
    words.push('--dataset', dataset);
  }
  if (reason) {
    words.push('--reason', reason);
  }
  return isPlain(words) ? words.map(quoted).join(' ') : '# There is none: it would hold characters that cannot be seen.';
}

/** A line to be copied. */
export function command(text) {
  const code = el('code', {}, text);
  const node = el(
    'p',
    { class: 'command' },
    code,
    button('Copy', async () => {
      try {
        await navigator.clipboard.writeText(code.textContent);
        say('Copied.');
      } catch {
        getSelection().selectAllChildren(code);
        say('Selected; copy it with the keyboard.');
      }
    }, { class: 'quiet', 'aria-label': 'Copy the command' }),
  );
  return { node, show: (line) => replace(code, line) };
}

function tokenFields() {
  const input = el('input', {
    type: 'password', id: 'a-token', autocomplete: 'off', spellcheck: 'false', 'aria-describedby': 'a-token-note',
  });
  const keep = el('input', { type: 'checkbox', id: 'a-keep' });
  keep.checked = isKept();
  const node = el(
    'fieldset',
    {},
    el('legend', {}, 'Token'),
    el('label', { for: 'a-token' }, 'Admin token'),
    input,
    el(
      'p',
      { id: 'a-token-note', class: 'note' },
      'One of coordinator.http.admin-tokens. That of ‘tidemark standalone’ and ‘demo’ is in the file console-token of their data directory; they name it when they start. It is sent as a header, and to nobody else.',
    ),
    el('label', { class: 'check' }, keep, ' Keep it in this tab until it is closed'),
  );
  return { node, input, take: () => input.value.trim() && setToken(input.value, keep.checked) };
}

function dialog(title, ...content) {
  const before = document.activeElement;
  const node = el('dialog', { 'aria-labelledby': 'd-title' }, el('h2', { id: 'd-title' }, title), ...content);
  node.addEventListener('close', () => {
    node.remove();
    (before?.isConnected ? before : document.querySelector('.detail') ?? document.getElementById('main')).focus();
  });
  document.body.append(node);
  node.showModal();
  return node;
}

export function askForToken(why = '') {
  if (document.querySelector('dialog[open]')) {
    return;
  }
  const fields = tokenFields();
  const form = el('form', { method: 'dialog' }, why && el('p', { class: 'error', role: 'alert' }, why), fields.node);
  const node = dialog('Admin token', form);
  const problem = el('p', { class: 'error', role: 'alert' });
  form.append(problem);
  const had = token() !== '';
  form.append(
    el(
      'div',
      { class: 'buttons' },
      button('Cancel', () => node.close(), { class: 'quiet' }),
      had && button('Forget it', () => {
        setToken('', false);
        say('The token is forgotten.');
        node.close();
      }),
      el('button', { type: 'submit', class: 'primary' }, 'Use it'),
    ),
  );
  form.addEventListener('submit', async (e) => {
    e.preventDefault();
    replace(problem);
    const text = fields.input.value.trim();
    try {
      if (!text) {
        replace(problem, 'Enter the token first.');
      } else if (await api.knows(text)) {
        fields.take();
        say('The token is known; it is used from now on.');
        node.close();
      } else {
        replace(problem, 'The coordinator does not know this token.');
        fields.input.select();
      }
    } catch (error) {
      replace(problem, foreign(error.message));
    }
  });
  fields.input.focus();
}

/**
 * Asks why, shows what would happen, and does it.
 *
 * @param {object} of dataset name, whether it is one of several, the id, and details if they are known; or
 *   the reason of a quarantine, of which all partitions that have it are meant
 * @param {function()} done is told when it is done
 */
export function askFor(verb, of, done) {
  const about = VERBS[verb];
  const reason = el('input', { id: 'a-reason', type: 'text', required: true, maxlength: '500', autocomplete: 'off' });
  const problem = el('div', { class: 'error', role: 'alert' });
  const line = command('');
  let withToken = token() ? null : tokenFields();
  const extra = verb === 'reprocess' ? planned(of) : verb === 'rollback' ? revisionField(of) : null;
  const go = el('button', { type: 'submit', class: 'primary' }, about.title);
  const sameLine = el('p', { class: 'note' }, 'The same on the command line:');
  const form = el(
    'form',
    { method: 'dialog' },
    el('p', {}, about.does),
    extra?.node,
    el('label', { for: 'a-reason' }, 'Why (goes into the landing log)'),
    reason,
    withToken?.node,
    sameLine,
    line.node,
    problem,
  );
  const node = dialog(`${about.title} ${of.id}`, form);
  form.append(el('div', { class: 'buttons' }, button('Cancel', () => node.close(), { class: 'quiet' }), go));
  const target = () => extra?.target?.() ?? [of.id];
  const update = () => {
    line.show(commandLine(verb, target(), reason.value.trim(), extra?.flags?.() ?? [], of.several ? of.dataset : null));
    go.disabled = extra?.ready?.() === false;
  };
  form.addEventListener('input', update);
  extra?.start?.(update);
  update();
  reason.focus();
  form.addEventListener('submit', async (e) => {
    e.preventDefault();
    withToken?.take();
    replace(problem);
    if (!token()) {
      replace(problem, 'Enter the admin token first.');
      withToken?.input.focus();
      return;
    }
    const used = token();
    go.disabled = true;
    try {
      const body = { reason: reason.value.trim() };
      const answer = await (extra?.send?.(body) ?? api.act(of.dataset, of.id, verb, { ...body, ...extra?.body?.() }));
      node.close();
      say(saidOf(verb, of.id, answer));
      done();
    } catch (error) {
      replace(problem, foreign(error.message));
      if (error.needsToken) {
        refuse(used);
        if (!withToken) {
          withToken = tokenFields();
          sameLine.before(withToken.node);
        }
        withToken.input.select();
      }
      update();
    }
  });
}

function saidOf(verb, id, answer) {
  if (answer.asked) {
    const refused = answer.refused.length ? `; ${answer.refused.length} refused: ${answer.refused[0].message}` : '';
    return `${count(answer.asked.length)} to be processed again, by the coordinator’s next look${refused}.`;
  }
  return `${VERBS[verb].title} of ${id} is in the landing log; the coordinator acts at its next look.`;
}

function revisionField(of) {
  const kept = [...(of.details.state.revisions?.earlier ?? [])].reverse();
  const select = el(
    'select',
    { id: 'a-revision' },
    kept.map((r) =>
      el('option', { value: r.revision }, `${r.revision}: ${count(r.counts.out)} rows${r.at ? `, of ${moment(r.at)}` : ''}`),
    ),
  );
  return {
    node: el('div', {}, el('label', { for: 'a-revision' }, 'Revision to bring back'), select),
    flags: () => ['--revision', select.value],
    body: () => ({ revision: Number(select.value) }),
  };
}

/** What is meant, and the plan for it: what the plan names is what is asked for, and nothing else. */
function planned(of) {
  const which = of.quarantined ? withReason(of.quarantined) : rangeFields(of);
  const plan = el('div', { class: 'plan', role: 'status' });
  let known = null;
  let timer;
  let update;
  const look = async () => {
    known = null;
    const asked = JSON.stringify(which.body());
    if (!token()) {
      replace(plan, el('p', { class: 'note' }, 'The plan is shown once there is a token: choose ‘Show the plan’.'));
      update();
      return;
    }
    replace(plan, el('p', { class: 'note' }, 'Looking what that would be…'));
    update();
    try {
      const answer = await api.reprocess(of.dataset, { ...which.body(), dry_run: true });
      if (asked === JSON.stringify(which.body())) {
        known = answer.partitions.map((p) => p.partition);
        replace(plan, planOf(answer));
      }
    } catch (error) {
      replace(plan, el('p', { class: 'error' }, foreign(error.message)));
    }
    update();
  };
  which.fields.forEach((f) => f.addEventListener('input', () => {
    known = null;
    clearTimeout(timer);
    timer = setTimeout(look, 300);
  }));
  return {
    node: el('div', {}, which.node, plan,
      button('Show the plan', () => {
        const field = document.getElementById('a-token');
        if (field?.value) {
          setToken(field.value, document.getElementById('a-keep').checked);
        }
        look();
      })),
    start: (changed) => {
      update = changed;
      look();
    },
    ready: () => known !== null,
    target: which.target,
    send: (body) => api.reprocess(of.dataset, { ...body, partitions: known }),
  };
}

function rangeFields(of) {
  const field = (id) => el('input', {
    id, type: 'text', value: of.id, pattern: '\\d{4}-\\d{2}-\\d{2}T\\d{2}(:\\d{2})?', required: true, autocomplete: 'off',
  });
  const from = field('a-from');
  const to = field('a-to');
  const range = () => ({ from: from.value.trim(), to: to.value.trim() });
  return {
    fields: [from, to],
    node: el('div', { class: 'pair' },
      el('div', {}, el('label', { for: 'a-from' }, 'From'), from),
      el('div', {}, el('label', { for: 'a-to' }, 'To, included'), to)),
    body: range,
    target: () => (range().from === range().to ? [range().from] : ['--from', range().from, '--to', range().to]),
  };
}

function withReason({ reason, first, last }) {
  return {
    fields: [],
    node: el('p', {}, 'Only partitions that have lines in quarantine for this reason: ', el('q', {}, foreign(reason, 300))),
    body: () => ({ from: first, to: last, quarantine_reason: reason }),
    target: () => ['--from', first, '--to', last, '--quarantine-reason', reason],
  };
}

function planOf(answer) {
  return [
    el('p', {}, `${count(answer.partitions.length)} ${answer.partitions.length === 1 ? 'partition' : 'partitions'}, ${count(answer.landed_rows)} landed rows would be processed again.`),
    answer.passed_over.length > 0 &&
      el('p', { class: 'note' }, `${count(answer.passed_over.length)} passed over, for their archived files have expired.`),
    table('The plan', ['Partition', 'Stands', 'Revision', 'Landed', 'Final'],
      answer.partitions.map((p) => [p.partition, state(stateOf(p, startOf(p.partition), Date.now())).label, num(p.revision), num(count(p.landed)), num(count(p.out))])),
  ];
}

/** What the keys and colours mean. */
export function showHelp(names) {
  const keys = [
    ['← → ↑ ↓', 'from cell to cell'],
    ['Home, End', 'first and last of the row; with Ctrl: now, and the oldest'],
    ['Page Up, Page Down', 'a screen of rows'],
    ['Enter', 'the partition in detail'],
    ['Esc', 'closes the detail, or a dialog'],
    ['g, f, q', 'partitions, flow, quarantine'],
    ['n, p', 'the next or previous one that failed, is held or late'],
    ['t', 'the token'],
    ['?', 'this'],
  ];
  const node = dialog(
    'Keys and colours',
    el('h3', {}, 'Keys'),
    el('dl', { class: 'keys' }, keys.map(([k, what]) => [el('dt', {}, el('kbd', {}, k)), el('dd', {}, what)])),
    el('h3', {}, 'Colours'),
    el(
      'ul',
      { class: 'colours' },
      names.map((name) =>
        el('li', {}, el('span', { class: `cell s-${name}`, 'aria-hidden': 'true' }, state(name).sign), ` ${state(name).label}: ${state(name).means}`)),
    ),
    el('p', { class: 'note' }, 'All times are UTC.'),
    el('div', { class: 'buttons' }, button('Close', () => document.querySelector('dialog[open]').close(), { class: 'primary' })),
  );
  node.querySelector('button').focus();
}
