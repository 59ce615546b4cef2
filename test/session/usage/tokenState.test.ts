import { describe, expect, it } from 'vitest';
import type { ChunkUsage } from '../../../src/core/chunk.ts';
import type { EndReason } from '../../../src/core/turn.ts';
import { initialTokens, sumTokens, updateTokens, type TokenState } from '../../../src/session/usage/tokenState.ts';

type TokenEvent = Parameters<typeof updateTokens>[1];

const called = (turn: number, round = 0): TokenEvent => ({ kind: 'called', turn, round });
const chunk = (turn: number, model: string, round = 0): TokenEvent => ({ kind: 'chunk', turn, round, model });
const used = (turn: number, tokens: number, round = 0): TokenEvent => ({
  kind: 'usage',
  turn,
  round,
  usage: tokensOf(tokens),
});
const generated = (turn: number, reason: EndReason): TokenEvent => ({
  kind: 'reply',
  event: { kind: 'ended', turn, reason },
});
const cut = (turn: number, reason: EndReason): TokenEvent => ({ kind: 'end_reply', turn, reason });

/** As many tokens of each kind. */
function tokensOf(count: number): ChunkUsage {
  return { prompt_tokens: count, completion_tokens: count, total_tokens: 2 * count };
}

function stateAfter(events: readonly TokenEvent[]): TokenState {
  return events.reduce(updateTokens, initialTokens);
}

/** `model: calls (unreported), prompt tokens; wasted` of each model. */
function sums(...events: readonly TokenEvent[]): readonly string[] {
  return [...sumTokens(stateAfter(events))].map(([model, { calls, unreportedCalls, tokens, wasted }]) => {
    const { superseded, interrupted, failed } = wasted;
    const lost = [superseded, interrupted, failed].map(({ prompt_tokens }) => prompt_tokens);
    return `${model}: ${calls} (${unreportedCalls}), ${tokens.prompt_tokens}; ${lost.join(' ')}`;
  });
}

describe('the tokens of a session', () => {
  const whole = [called(0), chunk(0, 'm'), used(0, 5), generated(0, 'complete')];

  it.each<readonly [what: string, events: readonly TokenEvent[], sums: readonly string[]]>([
    ['nothing was called', [], []],
    ['a reply was used', whole, ['m: 1 (0), 5; 0 0 0']],
    ['a reply is not over', whole.slice(0, 2), ['m: 1 (1), 0; 0 0 0']],
    ['no chunk came', [called(0), generated(0, 'failed')], ['null: 1 (1), 0; 0 0 0']],
    ['a service counts while it streams', [called(0), chunk(0, 'm'), used(0, 2), used(0, 5)], ['m: 1 (0), 5; 0 0 0']],
    ['two rounds', [...whole, called(0, 1), chunk(0, 'm', 1), used(0, 7, 1)], ['m: 2 (0), 12; 0 0 0']],
    ['two models', [...whole, called(1), chunk(1, 'n'), used(1, 7)], ['m: 1 (0), 5; 0 0 0', 'n: 1 (0), 7; 0 0 0']],
    ['it was cut before it was heard', [...whole, cut(0, 'superseded')], ['m: 1 (0), 5; 5 0 0']],
    ['it was cut while it was heard', [...whole, cut(0, 'interrupted')], ['m: 1 (0), 5; 0 5 0']],
    ['its voice failed', [...whole, cut(0, 'failed')], ['m: 1 (0), 5; 0 0 5']],
    [
      'the handler failed after it had counted',
      [called(0), chunk(0, 'm'), used(0, 5), generated(0, 'failed')],
      ['m: 1 (0), 5; 0 0 5'],
    ],
    ['the first reason counts', [...whole, cut(0, 'superseded'), cut(0, 'interrupted')], ['m: 1 (0), 5; 5 0 0']],
    [
      'the cut is of another reply',
      [...whole, called(1), cut(0, 'interrupted')],
      ['m: 1 (0), 5; 0 0 0', 'null: 1 (1), 0; 0 0 0'],
    ],
    [
      'a reply is used after one that was not',
      [...whole, cut(0, 'interrupted'), called(1), chunk(1, 'm'), used(1, 7)],
      ['m: 2 (0), 12; 0 5 0'],
    ],
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
});
