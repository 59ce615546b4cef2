import { diagram, diagrams, type Moment } from '../../draw/text/diagram.ts';
import type { Mismatch } from './expect/expectation.ts';
import type { ConversationLog } from './conversationLog.ts';
import { explainMismatch } from './explainMismatch.ts';
import { momentsOf } from './lanes.ts';

/** Formats all failed expectations, followed by the expected and the actual diagram. */
export function formatReport(mismatches: readonly Mismatch[], log: ConversationLog): string {
  const got = momentsOf(log);
  const unwanted = mismatches.flatMap((mismatch) => mismatch.unwanted ?? []);
  const missing = mismatches.flatMap((mismatch) => mismatch.missing ?? []);
  const expected = [...without(got, unwanted), ...missing];
  const drawn = unwanted.length + missing.length === 0 ? diagram(got) : diagrams(expected, got);
  const lines = [
    ...mismatches.flatMap((mismatch) => formatMismatch(mismatch, log)),
    ...log.realTime.map(({ text }) => `  (${text})`),
  ];
  return [formatHeadline(mismatches.length), ...lines, '', drawn].join('\n');
}

function formatMismatch(mismatch: Mismatch, log: ConversationLog): readonly string[] {
  const { text, source } = mismatch;
  const reasons = explainMismatch(mismatch, log).map(({ text, rule }) => `  ${text} (docs/${rule})`);
  return [`- ${text}`, ...(source === undefined ? [] : [`  at ${source}`]), ...reasons];
}

function formatHeadline(count: number): string {
  return `the conversation differs from its score in ${count} ${count === 1 ? 'point' : 'points'}:`;
}

function without(moments: readonly Moment[], unwanted: readonly Moment[]): readonly Moment[] {
  const keys = new Set(unwanted.map(keyOf));
  return moments.filter((moment) => !keys.has(keyOf(moment)));
}

function keyOf({ lane, atMs, text }: Moment): string {
  return JSON.stringify([lane, atMs, text]);
}
