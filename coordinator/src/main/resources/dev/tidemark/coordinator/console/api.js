// The coordinator’s API. Every request that changes something is JSON with a header that no form can send.
import { refuse, token } from './token.js';

const ROOT = '/api/v1/datasets';

export class ApiError extends Error {
  constructor(status, code, message) {
    super(message);
    this.status = status;
    this.code = code;
  }

  /** Whether a token, or another one, would help. */
  get needsToken() {
    return this.status === 401;
  }
}

function headers(more = {}) {
  return token() ? { ...more, Authorization: `Bearer ${token()}` } : more;
}

async function ask(path, options) {
  let response;
  try {
    response = await fetch(path, { cache: 'no-store', credentials: 'omit', redirect: 'error', ...options });
  } catch (e) {
    if (e.name === 'AbortError') {
      throw e;
    }
    throw new ApiError(0, 'unreachable', 'The coordinator does not answer. Is it running?');
  }
  if (!response.ok) {
    throw await problem(response);
  }
  return response;
}

async function problem(response) {
  try {
    const { error } = await response.json();
    return new ApiError(response.status, error.code, error.message);
  } catch {
    return new ApiError(response.status, 'unknown', `The coordinator answered ${response.status}.`);
  }
}

const query = (parameters) => {
  const given = Object.entries(parameters).filter(([, v]) => v !== undefined && v !== null && v !== '');
  return given.length ? `?${new URLSearchParams(given)}` : '';
};

const of = (dataset, ...path) => [ROOT, dataset, ...path].map((p, i) => (i ? encodeURIComponent(p) : p)).join('/');

/** With the token, if there is one; one that is refused is forgotten, for reading may need none. */
async function read(path, options) {
  const used = token();
  try {
    return await ask(path, { ...options, headers: headers(options.headers) });
  } catch (e) {
    if (e.needsToken && used) {
      refuse(used);
      return ask(path, { ...options, headers: headers(options.headers) });
    }
    throw e;
  }
}

async function get(path, parameters = {}, signal = undefined) {
  return (await read(path + query(parameters), { signal })).json();
}

async function post(path, body) {
  const response = await ask(path, {
    method: 'POST',
    headers: headers({ 'Content-Type': 'application/json' }),
    body: JSON.stringify(body),
  });
  return response.json();
}

export const health = async () => {
  const response = await fetch('/health', { cache: 'no-store' });
  return response.json();
};
/** Whether the coordinator knows a token. */
export async function knows(text) {
  try {
    await ask(ROOT, { headers: { Authorization: `Bearer ${text}` } });
    return true;
  } catch (e) {
    if (e.needsToken) {
      return false;
    }
    throw e;
  }
}
export const datasets = async () => (await get(ROOT)).datasets;
export const grid = (dataset, from, to, signal) => get(of(dataset, 'grid'), { from, to }, signal);
export const details = (dataset, id, signal) => get(of(dataset, 'partitions', id), {}, signal);
export const explain = (dataset, id, signal) => get(of(dataset, 'partitions', id, 'explain'), {}, signal);
export const history = (dataset, partition, signal) => get(of(dataset, 'log'), { partition, last: 200 }, signal);
export const flow = (dataset, minutes, signal) => get(of(dataset, 'flow'), { minutes }, signal);
export const quarantine = (dataset, range, signal) => get(of(dataset, 'quarantine'), range, signal);
export const quarantineRows = (dataset, range, signal) => get(of(dataset, 'quarantine', 'rows'), range, signal);
export const rejected = (dataset, signal) => get(of(dataset, 'rejected'), {}, signal);
export const act = (dataset, id, verb, body) => post(of(dataset, 'partitions', id, verb), body);
export const reprocess = (dataset, body) => post(of(dataset, 'reprocess'), body);
/** The answer itself, which goes on and on. */
export const changes = (dataset, since, signal) =>
  read(of(dataset, 'changes') + query({ since }), { headers: { Accept: 'text/event-stream' }, signal });
