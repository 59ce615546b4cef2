import { expect, test } from 'vitest';
import { withExtraBody, withExtraHeaders, withExtraQuery } from '../../src/wire/extra.ts';

test('without extra everything stays as it is', () => {
  expect(withExtraQuery([['a', '1']])).toEqual([['a', '1']]);
  expect(withExtraHeaders({ a: '1' })).toEqual({ a: '1' });
  expect(withExtraBody({ a: 1 })).toEqual({ a: 1 });
});

test('parameters go behind those of the adapter, an array as several', () => {
  const extra = { query: { tag: ['x', 'y'], mip_opt_out: true, top: 3 } };
  expect(withExtraQuery([['model', 'm']], extra)).toEqual([
    ['model', 'm'],
    ['tag', 'x'],
    ['tag', 'y'],
    ['mip_opt_out', 'true'],
    ['top', '3'],
  ]);
});

test('a header that the adapter sets stays, in whatever case it is named', () => {
  const extra = { headers: { AUTHORIZATION: 'theirs', 'X-Tenant': 'seven' } };
  expect(withExtraHeaders({ Authorization: 'ours' }, extra)).toEqual({ Authorization: 'ours', 'X-Tenant': 'seven' });
});

test('fields are merged deeply, and those of the adapter stay', () => {
  const own = { session: { type: 'transcription', audio: { rate: 24_000 } }, list: [1] };
  const extra = { body: { session: { type: 'other', audio: { rate: 1, gain: 2 }, seed: 7 }, list: [2], top: true } };
  expect(withExtraBody(own, extra)).toEqual({
    session: { type: 'transcription', audio: { rate: 24_000, gain: 2 }, seed: 7 },
    list: [1],
    top: true,
  });
});
