import { describe, expect, it } from 'vitest';
import type { ChunkUsage } from '../../../src/core/chunk.ts';
import type { EndReason } from '../../../src/core/turn.ts';
import { TokenMeter } from '../../../src/session/usage/tokenMeter.ts';

type Added = (meter: TokenMeter) => void;

const called =
  (turn: number, round = 0): Added =>
  (meter) =>
    meter.add({ kind: 'called', turn, round });
const chunk =
  (turn: number, model: string, round = 0): Added =>
  (meter) =>
    meter.add({ kind: 'chunk', turn, round, model });
const used =
  (turn: number, tokens: number, round = 0): Added =>
  (meter) =>
    meter.add({ kind: 'usage', turn, round, usage: tokensOf(tokens) });
const discarded =
  (model: string, tokens: number): Added =>
  (meter) =>
    meter.addDiscarded({ chunks: 1, characters: 4, model, usage: tokensOf(tokens) });
const ended =
  (turn: number, reason: EndReason): Added =>
  (meter) =>
    meter.end(turn, reason);

/** As many tokens of each kind. */
function tokensOf(count: number): ChunkUsage {
  return { prompt_tokens: count, completion_tokens: count, total_tokens: 2 * count };
}

function meterAfter(events: readonly Added[]): TokenMeter {
  const meter = new TokenMeter();
  for (const add of events) add(meter);
  return meter;
}

/** `model: calls (unreported), prompt tokens; wasted` of each model. */
function sums(...events: readonly Added[]): readonly string[] {
  return meterAfter(events)
    .usage()
    .map(({ model, calls, unreportedCalls, tokens, wasted: { superseded, interrupted, failed } }) => {
      const lost = [superseded, interrupted, failed].map(({ prompt_tokens }) => prompt_tokens);
      return `${model}: ${calls} (${unreportedCalls}), ${tokens.prompt_tokens}; ${lost.join(' ')}`;
    });
}

describe('the tokens of a session', () => {
  const whole = [called(0), chunk(0, 'm'), used(0, 5), ended(0, 'complete')];

  it.each<readonly [what: string, events: readonly Added[], sums: readonly string[]]>([
    ['nothing was called', [], []],
    ['a reply was used', whole, ['m: 1 (0), 5; 0 0 0']],
    ['a reply is not over', whole.slice(0, 2), ['m: 1 (1), 0; 0 0 0']],
    ['no chunk came', [called(0), ended(0, 'failed')], ['null: 1 (1), 0; 0 0 0']],
    ['a service counts while it streams', [called(0), chunk(0, 'm'), used(0, 2), used(0, 5)], ['m: 1 (0), 5; 0 0 0']],
    ['two rounds', [...whole, called(0, 1), chunk(0, 'm', 1), used(0, 7, 1)], ['m: 2 (0), 12; 0 0 0']],
    ['two models', [...whole, called(1), chunk(1, 'n'), used(1, 7)], ['m: 1 (0), 5; 0 0 0', 'n: 1 (0), 7; 0 0 0']],
    ['it was cut before it was heard', [...whole, ended(0, 'superseded')], ['m: 1 (0), 5; 5 0 0']],
    ['it was cut while it was heard', [...whole, ended(0, 'interrupted')], ['m: 1 (0), 5; 0 5 0']],
    ['its voice failed', [...whole, ended(0, 'failed')], ['m: 1 (0), 5; 0 0 5']],
    [
      'the handler failed after it had counted',
      [called(0), chunk(0, 'm'), used(0, 5), ended(0, 'failed')],
      ['m: 1 (0), 5; 0 0 5'],
    ],
    ['the first reason counts', [...whole, ended(0, 'superseded'), ended(0, 'interrupted')], ['m: 1 (0), 5; 5 0 0']],
    [
      'the cut is of another reply',
      [...whole, called(1), ended(0, 'interrupted')],
      ['m: 1 (0), 5; 0 0 0', 'null: 1 (1), 0; 0 0 0'],
    ],
    [
      'a reply is used after one that was not',
      [...whole, ended(0, 'interrupted'), called(1), chunk(1, 'm'), used(1, 7)],
      ['m: 2 (0), 12; 0 5 0'],
    ],
    ['an answer that was asked for ahead is not used', [...whole, discarded('m', 3)], ['m: 2 (0), 8; 3 0 0']],
    [
      'a count comes late',
      [...whole, called(1), chunk(1, 'n'), used(0, 9)],
      ['m: 1 (0), 5; 0 0 0', 'n: 1 (1), 0; 0 0 0'],
    ],
  ])('%s', (_what, events, expected) => {
    expect(sums(...events)).toEqual(expected);
  });

  it('a service that names another model each time fills no memory', () => {
    const events = Array.from({ length: 100 }, (_, turn) => [called(turn), chunk(turn, `m${turn}`), used(turn, 1)]);
    const models = sums(...events.flat());
    expect(models).toHaveLength(17);
    expect(models.at(-1)).toBe('other: 84 (0), 84; 0 0 0');
  });

  it('a snapshot may be kept: what follows does not change it', () => {
    const meter = meterAfter([...whole, called(1), chunk(1, 'm'), ended(1, 'complete')]);
    const before = meter.usage();
    for (const add of [used(1, 2), ended(1, 'interrupted'), called(2), chunk(2, 'm'), ended(2, 'failed')]) add(meter);
    expect(before).toMatchObject([{ model: 'm', calls: 2, unreportedCalls: 1, tokens: tokensOf(5) }]);
    expect(meter.usage()).toMatchObject([{ model: 'm', calls: 3, unreportedCalls: 1, tokens: tokensOf(7) }]);
  });
});
