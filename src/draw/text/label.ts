import type { Moment } from './moment.ts';

const LONGEST = 40;

/** What is written for a moment, at its shortest. */
export function formatLabel(moment: Moment): string {
  const text = shorten(moment.text.replaceAll(/\s+/g, ' ').trim());
  return isLasting(moment) ? `[${text}]` : `└${text}`;
}

export function isLasting({ atMs, toMs = atMs }: Moment): boolean {
  return Math.round(toMs) > Math.round(atMs);
}

function shorten(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}
