/** A moment in a lane of a diagram or, with `toMs`, a span. */
export interface Moment {
  readonly lane: string;
  readonly atMs: number;
  readonly toMs?: number | undefined;
  readonly text: string;
}

const LONGEST = 40;

/** Formats the shortest label of a moment. */
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

/** Formats a time in seconds with ms precision: `1s`, `2.826s`. */
export function writeTime(ms: number): string {
  return `${Math.round(ms) / 1000}s`;
}
