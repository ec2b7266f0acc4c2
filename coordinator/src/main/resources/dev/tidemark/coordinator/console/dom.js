// Elements by createElement and text nodes alone: no text of an event can become markup.

/**
 * @param {string} tag
 * @param {object} props attributes; `class`, `on` (listeners by event), `data` (data-…)
 * @param {...(Node|string|number|null|false)} children
 */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) {
      continue;
    }
    if (name === 'on') {
      Object.entries(value).forEach(([event, listener]) => node.addEventListener(event, listener));
    } else if (name === 'data') {
      Object.assign(node.dataset, value);
    } else if (name === 'class') {
      node.className = value;
    } else {
      node.setAttribute(name, value === true ? '' : String(value));
    }
  }
  fill(node, ...children);
  return node;
}

export function fill(node, ...children) {
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) {
      node.append(child instanceof Node ? child : document.createTextNode(String(child)));
    }
  }
  return node;
}

export function replace(node, ...children) {
  node.replaceChildren();
  return fill(node, ...children);
}

/** Text that others sent: what cannot be seen is shown as its code, and it is bounded. */
export function foreign(text, most = 2000) {
  const all = Array.from(String(text ?? ''));
  const shown = all
    .slice(0, most)
    .map((c) => (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/u.test(c) ? `\\u{${c.codePointAt(0).toString(16)}}` : c))
    .join('');
  return all.length > most ? `${shown}… (${(all.length - most).toLocaleString('en')} more characters)` : shown;
}

export function button(label, onClick, props = {}) {
  return el('button', { type: 'button', ...props, on: { click: onClick } }, label);
}

/** A table with a caption that only screen readers need. */
export function table(caption, heads, rows, props = {}) {
  return el(
    'div',
    { class: 'scroll-x', tabindex: '0', role: 'region', 'aria-label': caption },
    el(
      'table',
      { ...props, role: 'table' },
      el('caption', { class: 'sr' }, caption),
      el('thead', { role: 'rowgroup' },
        el('tr', { role: 'row' }, heads.map((h, i) => el('th', { scope: 'col', role: 'columnheader', class: isNumber(rows[0]?.[i]) ? 'num' : null }, h)))),
      el('tbody', { role: 'rowgroup' }, rows.map((r) => el('tr', { role: 'row' }, r.map((c, i) => cell(c, heads[i]))))),
    ),
  );
}

/** A table whose rows are blocks where there is no room for them. */
export const stack = (caption, heads, rows) => table(caption, heads, rows, { class: 'stack' });

const isNumber = (content) => content !== null && typeof content === 'object' && 'number' in content;

/** It has the head with it, for where the head is not above it. The roles are its own as long as it is a table. */
function cell(content, head) {
  const number = isNumber(content);
  return el('td', { role: 'cell', class: number ? 'num' : null, 'data-head': typeof head === 'string' ? head : '' }, number ? content.number : content);
}

/** For screen readers alone. */
export const hidden = (text) => el('span', { class: 'sr' }, text);

export const num = (value) => ({ number: value });

let said;

/** Says to whoever listens or looks what has happened. */
export function say(text, kind = 'done') {
  const place = document.getElementById('said');
  replace(place, text);
  place.dataset.kind = kind;
  clearTimeout(said);
  said = setTimeout(() => replace(place), 7000);
}
