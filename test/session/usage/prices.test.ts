import { describe, expect, it } from 'vitest';
import type { LlmUsage, Usage } from '../../../src/core/usage.ts';
import type { SessionOptions } from '../../../src/session/session.ts';
import { addCosts } from '../../../src/session/usage/addCosts.ts';
import { formatAmount, multiply } from '../../../src/session/usage/decimal.ts';
import { checkPrices, type Prices } from '../../../src/session/usage/prices.ts';
import { playSession } from '../../support/playSession.ts';
import { createTestSession } from '../../support/testSession.ts';

const none = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
const called: LlmUsage = {
  model: 'gpt',
  calls: 1,
  unreportedCalls: 0,
  tokens: { prompt_tokens: 1200, completion_tokens: 80, total_tokens: 1280 },
  wasted: { superseded: none, interrupted: none, failed: none },
};
const used: Usage = {
  stt: [{ provider: 'deepgram', model: 'nova-3', seconds: 61.5 }],
  tts: [{ provider: 'azure', model: null, characters: 1000, heardCharacters: 900 }],
  llm: [called],
};
const prices: Prices = {
  currency: 'USD',
  stt: { deepgram: { 'nova-3': { price: '0.0077', per: 60 } } },
  tts: { azure: { '*': { price: 16, per: 1_000_000 } } },
  llm: { gpt: { prompt: '0.40', completion: '1.60', per: 1_000_000 } },
};

describe('what a session costs', () => {
  it('is the sum of its parts, exactly', () => {
    const { stt, tts, llm, cost } = addCosts(used, prices);
    expect([stt[0]?.cost, tts[0]?.cost, llm[0]?.cost]).toEqual(['0.0078925', '0.016', '0.000608']);
    expect(cost).toEqual({ currency: 'USD', amount: '0.0245005', complete: true });
  });

  it('is not known without prices', () => {
    expect(addCosts(used, undefined)).toBe(used);
  });

  it.each<readonly [what: string, prices: Prices, usage: Usage, amount: string]>([
    ['a provider has no price', { ...prices, tts: {} }, used, '0.0085005'],
    ['a model has no price', { ...prices, llm: { other: { prompt: 1, completion: 1 } } }, used, '0.0238925'],
    ['a part of the table is missing', { currency: 'USD' }, used, '0'],
    ['tokens were not reported', prices, { ...used, llm: [{ ...called, unreportedCalls: 1 }] }, '0.0245005'],
  ])('is incomplete if %s', (_what, table, usage, amount) => {
    expect(addCosts(usage, table).cost).toEqual({ currency: 'USD', amount, complete: false });
  });

  it('is complete without the price of what was not used', () => {
    const unused: Usage = { stt: [{ provider: 'x', model: null, seconds: 0 }], tts: [], llm: [] };
    expect(addCosts(unused, { currency: 'USD' }).cost).toEqual({ currency: 'USD', amount: '0', complete: true });
  });

  it('uses the price of all others for a model that is not listed', () => {
    const table: Prices = { currency: 'USD', stt: { deepgram: { 'nova-2': { price: 1 }, '*': { price: 2 } } } };
    expect(addCosts(used, table).stt[0]?.cost).toBe('123');
  });

  it('does not take a name of an object for a model', () => {
    const named: Usage = { ...used, stt: [{ provider: 'toString', model: 'constructor', seconds: 1 }] };
    expect(addCosts(named, prices).stt[0]?.cost).toBeUndefined();
  });

  it('comes with the usage of a session and its end', async () => {
    const table: Prices = { currency: 'EUR', stt: { 'stt-double': { '*': { price: '0.5' } } } };
    const { session } = await playSession({ llm: ['Yes.'], options: { prices: table } });
    session.close('ended_by_api');
    expect(session.usage.cost).toEqual({ currency: 'EUR', amount: '0.768', complete: false });
    expect((await session.ended).usage.cost).toEqual(session.usage.cost);
  });
});

describe('a product of decimals', () => {
  it.each<readonly [price: string | number, per: number, count: number, amount: string]>([
    [0.1, 1, 3, '0.3'],
    ['0.1', 1, 3, '0.3'],
    [1e-7, 1, 20, '0.000002'],
    ['1.005', 1, 100, '100.5'],
    ['1', 3, 1, '0.333333333'],
    ['2', 3, 1, '0.666666667'],
    ['0.0000000005', 1, 1, '0.000000001'],
    ['0.00000000049', 1, 1, '0'],
    ['999999999999999999', 1, 1e9, '999999999999999999000000000'],
    ['2e3', 1, 2, '4000'],
    ['0', 1, 5, '0'],
  ])('%s for %i, times %i, is %s', (price, per, count, amount) => {
    expect(formatAmount(multiply(price, per, { count }))).toBe(amount);
  });

  it('adds up to what the whole costs', () => {
    const tenth = multiply('0.1', 1, { count: 1 });
    expect(formatAmount(Array.from({ length: 10 }, () => tenth).reduce((sum, amount) => sum + amount, 0n))).toBe('1');
  });
});

describe('a table of prices is refused', () => {
  const decimal = 'a decimal number from 0, such as "0.0043"';
  it.each<readonly [what: string, prices: unknown, message: string]>([
    ['that is none', 7, 'prices: expected an object, got 7'],
    ['without a currency', {}, 'prices.currency: expected a string, got nothing'],
    [
      'with a nameless currency',
      { currency: '' },
      'prices.currency: expected the name of a currency, such as "USD", got a string of 0 characters',
    ],
    ['with a negative price', table({ price: -1 }), `prices.stt.a.b.price: expected ${decimal}, got -1`],
    [
      'with a price in words',
      table({ price: '1,50' }),
      `prices.stt.a.b.price: expected ${decimal}, got a string of 4 characters`,
    ],
    ['without a price', table({ per: 60 }), `prices.stt.a.b.price: expected ${decimal}, got nothing`],
    ['with an infinite price', table({ price: Infinity }), `prices.stt.a.b.price: expected ${decimal}, got Infinity`],
    ['for no unit', table({ price: 1, per: 0 }), 'prices.stt.a.b.per: expected at least 1, got 0'],
    [
      'with an unknown field',
      table({ price: 1, pre: 60 }),
      'prices.stt.a.b.pre: expected no such field; did you mean "per"?, got a number',
    ],
    [
      'without the price of an answer',
      { currency: 'USD', llm: { m: { prompt: 1 } } },
      `prices.llm.m.completion: expected ${decimal}, got nothing`,
    ],
  ])('%s', (_what, prices, message) => {
    expect(() => checkPrices(prices)).toThrow(expect.objectContaining({ code: 'usage_invalid', message }));
  });

  it('when the session is created', () => {
    const options = { prices: { currency: 'USD', sst: {} } } as SessionOptions;
    expect(() => createTestSession({ options })).toThrow('prices.sst: expected no such field; did you mean "stt"?');
  });
});

function table(price: object): unknown {
  return { currency: 'USD', stt: { a: { b: price } } };
}
