import { METRIC_PARTS } from '../../../src/core/metric.ts';
import { entriesOf, type Recording } from '../recording.ts';
import { repliesBehindHandoffs } from './handoffs.ts';

/** Every turn that was answered has one record of its wait, and the record knows whether the answer was heard. */
export function answersAreMeasuredOnce(recording: Recording): readonly string[] {
  const records = entriesOf(recording, 'metrics');
  const turns = new Set(entriesOf(recording, 'userTurn').map(({ value }) => value.turn));
  const answered = entriesOf(recording, 'reply').flatMap(({ value: { kind, turn } }) =>
    kind === 'started' && turns.has(turn) ? [turn] : [],
  );
  const unmeasured = answered.filter((turn) => !records.some(({ value }) => value.turn === turn));
  const unasked = records.filter(({ value }, at) => !answered.includes(value.turn) || isRepeated(value.turn, at));
  const mistaken = records.filter(({ value: { turn, heard } }) => heard !== (wasHeard(recording, turn) ?? heard));
  return [
    ...unmeasured.map((turn) => `the wait for the answer to turn ${turn} was never told`),
    ...unasked.map(
      ({ atMs, value }) => `${atMs} the wait for the answer to turn ${value.turn} is told, once too often`,
    ),
    ...mistaken.map(
      ({ atMs, value }) => `${atMs} the answer to turn ${value.turn} was ${value.heard ? 'not ' : ''}heard`,
    ),
  ];

  function isRepeated(turn: number, at: number): boolean {
    return records.findIndex(({ value }) => value.turn === turn) < at;
  }
}

/** The parts of a wait are whole ms, and their sum is the wait. */
export function waitsAreTheirParts(recording: Recording): readonly string[] {
  return entriesOf(recording, 'metrics').flatMap(({ atMs, value: { turn, parts, totalMs } }) => {
    const figures = METRIC_PARTS.map((part) => parts[part]);
    const sum = figures.reduce((before, ms) => before + ms, 0);
    const isWhole = figures.every((ms) => Number.isInteger(ms) && ms >= 0);
    return isWhole && sum === totalMs
      ? []
      : [`${atMs} the parts of the wait for turn ${turn} are ${figures.join(' + ')}, not ${totalMs}`];
  });
}

/**
 * Undefined: it began and was cut before a sample of it was played, or the one of another agent was heard, to which it was handed over.
 * That counts as one likes: the first may have been interrupted before.
 */
function wasHeard(recording: Recording, turn: number): boolean | undefined {
  const behind = [...repliesBehindHandoffs(recording)].flatMap(([reply, first]) => (first === turn ? [reply] : []));
  if (behind.length > 0 && !isHeard(recording, [turn])) return isHeard(recording, behind) === false ? false : undefined;
  return isHeard(recording, [turn]);
}

function isHeard(recording: Recording, replies: readonly number[]): boolean | undefined {
  const own = entriesOf(recording, 'playout').flatMap(({ value }) =>
    replies.some((reply) => value.utterance.startsWith(`u${reply}.`)) ? [value] : [],
  );
  const stops = own.filter((event) => event.kind === 'stopped');
  const began = own.some(({ kind }) => kind === 'started');
  if (stops.some(({ samples }) => samples > 0)) return true;
  return began && stops.length > 0 ? undefined : began;
}
