// How a partition stands, as it is shown: never by colour alone, always by a sign and a word too.
const STATES = {
  open: { sign: 'O', label: 'open', means: 'takes events' },
  closed: { sign: 'C', label: 'closed', means: 'waits to be processed' },
  processing: { sign: '▸', label: 'processing', means: 'is being made into Parquet' },
  requested: { sign: '↻', label: 'requested', means: 'published, and to be processed again' },
  published: { sign: '✓', label: 'published', means: 'readers see it' },
  restated: { sign: 'R', label: 'restated', means: 'published again with late events' },
  late: { sign: 'L', label: 'late events', means: 'published, and more has come' },
  failed: { sign: 'F', label: 'failed', means: 'a step failed' },
  held: { sign: 'H', label: 'held', means: 'somebody stopped it' },
  pinned: { sign: 'P', label: 'pinned', means: 'rolled back to an earlier revision' },
  expired: { sign: 'X', label: 'expired', means: 'retention removed it' },
  empty: { sign: '·', label: 'empty', means: 'nothing landed in it' },
  none: { sign: '', label: 'nothing landed', means: 'nothing is known of it' },
  future: { sign: '', label: 'not begun', means: 'is still to come' },
};

/** From the one to look at first to the one to look at last. */
export const ORDER = [
  'failed', 'held', 'late', 'processing', 'requested', 'closed', 'open', 'pinned', 'restated', 'published', 'expired',
  'empty', 'none', 'future',
];

const BY_STANDING = {
  OPEN: 'open',
  CLOSED: 'closed',
  STAGED: 'closed',
  PROCESSING: 'processing',
  PUBLISHING: 'processing',
  REQUESTED: 'requested',
  LATE: 'late',
  PINNED: 'pinned',
  EXPIRED: 'expired',
  FAILED: 'failed',
  HELD: 'held',
  EMPTY: 'empty',
  SKIPPED: 'empty',
  RESTATED: 'restated',
};

/** The name of a state, of a partition that has something or of none. */
export function stateOf(cell, start, now) {
  if (!cell) {
    return start > now ? 'future' : 'none';
  }
  return BY_STANDING[cell.standing] ?? 'published';
}

export const state = (name) => STATES[name];

export function worst(names) {
  return names.reduce((a, b) => (ORDER.indexOf(b) < ORDER.indexOf(a) ? b : a), 'future');
}
