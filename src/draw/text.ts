/** Size of the timeline's text, in px. */
const TEXT_PX = 11;

/** Character widths in a common sans serif, in ems. Chosen too wide rather than too narrow. */
const NARROW = 0.38;
const COMMON = 0.62;
const WIDE = 1;

export type Weight = 'regular' | 'bold';

/** Width of bold text relative to regular text. */
const BOLD = 1.14;

/** Estimates the maximum width of a text, in px. */
export function widthOf(text: string, weight: Weight = 'regular'): number {
  let ems = 0;
  for (const sign of text) ems += emsOf(sign);
  return ems * TEXT_PX * (weight === 'bold' ? BOLD : 1);
}

/** Shortens a text to `room` px. Returns '' if fewer than two characters fit. */
export function fitText(text: string, room: number, weight: Weight = 'regular'): string {
  if (widthOf(text, weight) <= room) return text;
  let shown = '';
  let width = widthOf('…', weight);
  for (const sign of text) {
    width += widthOf(sign, weight);
    if (width > room) break;
    shown += sign;
  }
  return shown.length < 2 ? '' : `${shown.trimEnd()}…`;
}

function emsOf(sign: string): number {
  if (/[ iljft.,:;!|'’()[\]rI]/u.test(sign)) return NARROW;
  return /[mwMWOQ@%…—]|[^\p{Script=Latin}\p{N}\p{P}\p{S}\s]/u.test(sign) ? WIDE : COMMON;
}
