// The token is in this page's memory, and on request in this tab's session storage. It leaves only as a header.
const KEY = 'tidemark-token';
const changed = new EventTarget();
let value = stored();

function stored() {
  try {
    return sessionStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

export const token = () => value;

/** Forgets it, for the coordinator does not know it; false if it is another one by now. */
export function refuse(refused) {
  if (value !== refused) {
    return false;
  }
  setToken('', false);
  changed.dispatchEvent(new Event('refused'));
  return true;
}

export const isKept = () => stored() !== '';

export function setToken(text, keep) {
  value = text.trim();
  try {
    if (keep && value) {
      sessionStorage.setItem(KEY, value);
    } else {
      sessionStorage.removeItem(KEY);
    }
  } catch {
    // Then it is in memory alone.
  }
  changed.dispatchEvent(new Event('token'));
}

export const onToken = (listener) => changed.addEventListener('token', listener);
export const onRefused = (listener) => changed.addEventListener('refused', listener);
