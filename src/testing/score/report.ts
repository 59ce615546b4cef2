import { diagram, diagrams } from '../diagram.ts';
import type { Moment } from '../diagram.ts';
import type { Fault } from './expect/fault.ts';
import type { Performance } from './performance.ts';
import { picture } from './picture.ts';

/** All that does not hold, and below it what was expected and what happened. */
export function report(faults: readonly Fault[], took: Performance): string {
  const got = picture(took);
  const unwanted = faults.flatMap((fault) => fault.unwanted ?? []);
  const missing = faults.flatMap((fault) => fault.missing ?? []);
  const expected = [...without(got, unwanted), ...missing];
  const drawn = unwanted.length + missing.length === 0 ? diagram(got) : diagrams(expected, got);
  return [headline(faults.length), ...faults.map(({ text }) => `- ${text}`), '', drawn].join('\n');
}

function headline(count: number): string {
  return `the conversation does not go as its score says, in ${count} ${count === 1 ? 'point' : 'points'}:`;
}

function without(moments: readonly Moment[], unwanted: readonly Moment[]): readonly Moment[] {
  const keys = new Set(unwanted.map(keyOf));
  return moments.filter((moment) => !keys.has(keyOf(moment)));
}

function keyOf({ lane, atMs, text }: Moment): string {
  return JSON.stringify([lane, atMs, text]);
}
