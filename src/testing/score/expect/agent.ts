import type { Moment } from '../../../draw/text/diagram.ts';
import type { ScoreAction } from '../actions.ts';
import type { ConversationLog } from '../conversationLog.ts';
import { agentLane } from '../lanes.ts';
import type { ExpectationSite } from '../callSite.ts';
import { fits, writeExpected, type ExpectedText } from '../textMatch.ts';
import { align } from './align.ts';
import type { Expectation, Mismatch } from './expectation.ts';

/** An expected text, with its line in the score. */
export interface HeardExpectation extends ExpectationSite {
  readonly text: ExpectedText;
}

/** Expects these texts, in order; other messages may come in between. */
export function expectHeard(lines: readonly HeardExpectation[]): Expectation {
  return (took) => {
    const lane = agentLane(took);
    const spare = new Set(lane.filter(({ text }) => !lines.some((line) => fits(line.text, text))));
    let from = 0;
    return lines.flatMap((line): Mismatch[] => {
      const found = lane.findIndex((moment, n) => n >= from && fits(line.text, moment.text));
      if (found >= 0) from = found + 1;
      if (found >= 0) return [];
      const left = lane.slice(from).filter((moment) => spare.has(moment));
      const instead = findMostSimilar(String(line.text), left, startOf(line.before.at(-1), took));
      if (instead !== undefined) spare.delete(instead);
      return [createHeardFault(line, lane, instead)];
    });
  };
}

function startOf(cue: ScoreAction | undefined, { started: begun }: ConversationLog): number {
  return (cue === undefined ? undefined : begun.get(cue)?.atMs) ?? 0;
}

/** Finds the remaining message with the most words in common, preferably after the action above. */
function findMostSimilar(text: string, left: readonly Moment[], afterMs: number): Moment | undefined {
  const rank = (moment: Moment): number => 2 * wordsInCommon(text, moment.text) + (moment.atMs >= afterMs ? 1 : 0);
  const best = Math.max(...left.map(rank));
  return left.find((moment) => rank(moment) === best);
}

function wordsInCommon(a: string, b: string): number {
  const [left, right] = [a.split(' '), b.split(' ')];
  const pairs = align(left.length, right.length, (l, r) => left[l] === right[r]);
  return pairs.filter(({ expected, got }) => expected !== undefined && got !== undefined).length;
}

function createHeardFault(
  { text, source }: HeardExpectation,
  lane: readonly Moment[],
  instead: Moment | undefined,
): Mismatch {
  const end = lane.at(-1)?.toMs ?? 0;
  const { atMs, toMs } = instead ?? { atMs: end, toMs: undefined };
  return {
    text: `agent.heard(${writeExpected(text)}): ${describeHeard(lane)}`,
    source,
    missing: [{ lane: 'agent', atMs, toMs, text: String(text) }],
    unwanted: instead === undefined ? [] : [instead],
  };
}

export function expectNeverSays(text: ExpectedText | undefined): Expectation {
  return (took) => {
    const lane = agentLane(took);
    const unwanted = lane.filter((moment) => text === undefined || says(moment, text));
    const written = text === undefined ? '' : writeExpected(text);
    return unwanted.length === 0 ? [] : [{ text: `agent.neverSays(${written}): ${describeHeard(unwanted)}`, unwanted }];
  };
}

function says({ text: said }: Moment, text: ExpectedText): boolean {
  return typeof text === 'string' ? said.includes(text) : text.fits(said);
}

function describeHeard(lane: readonly Moment[]): string {
  return lane.length === 0 ? 'nothing was heard' : `the user heard ${lane.map(({ text }) => `'${text}'`).join(', ')}`;
}
