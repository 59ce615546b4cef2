import type { Moment } from '../../../draw/text/diagram.ts';
import type { ExpectationSite } from '../callSite.ts';
import { agentLane } from '../lanes.ts';
import { fits, writeExpected, type ExpectedText } from '../textMatch.ts';
import { align } from './align.ts';
import type { Expectation } from './expectation.ts';
import { findInOrder } from './list.ts';

/** An expected text, with its line in the score. */
export interface HeardExpectation extends ExpectationSite {
  readonly text: ExpectedText;
}

/** Expects these texts, in order, possibly with other messages in between. */
export function expectHeard(lines: readonly HeardExpectation[]): Expectation {
  return (log) => {
    const lane = agentLane(log);
    const endMs = lane.at(-1)?.toMs ?? 0;
    const spare = new Set(lane.filter(({ text }) => !lines.some((line) => fits(line.text, text))));
    return findInOrder(
      lines,
      lane,
      (line, { text }) => fits(line.text, text),
      ({ text, source, before }, rest) => {
        const action = before.at(-1);
        const afterMs = (action && log.started.get(action)?.atMs) ?? 0;
        const instead = findMostSimilar(
          String(text),
          rest.filter((moment) => spare.has(moment)),
          afterMs,
        );
        if (instead !== undefined) spare.delete(instead);
        const { atMs, toMs } = instead ?? { atMs: endMs, toMs: undefined };
        return {
          text: `agent.heard(${writeExpected(text)}): ${describeHeard(lane)}`,
          source,
          missing: [{ lane: 'agent', atMs, toMs, text: String(text) }],
          unwanted: instead === undefined ? [] : [instead],
        };
      },
    );
  };
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

export function expectNeverSays(text: ExpectedText | undefined): Expectation {
  return (log) => {
    const unwanted = agentLane(log).filter((moment) => text === undefined || contains(moment.text, text));
    const written = text === undefined ? '' : writeExpected(text);
    return unwanted.length === 0 ? [] : [{ text: `agent.neverSays(${written}): ${describeHeard(unwanted)}`, unwanted }];
  };
}

function contains(heard: string, text: ExpectedText): boolean {
  return typeof text === 'string' ? heard.includes(text) : text.fits(heard);
}

function describeHeard(lane: readonly Moment[]): string {
  return lane.length === 0 ? 'nothing was heard' : `the user heard ${lane.map(({ text }) => `'${text}'`).join(', ')}`;
}
