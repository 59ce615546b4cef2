import { expect, test } from 'vitest';
import { answering, rehearse } from './toyWire.ts';

const dead = { answersPings: false };
const good = answering({ 'end 0': ['5: piece 0 one; done 0'], 'end 1': ['5: piece 1 two; done 1'] });

test('an idle connection is pinged after each 10 s of silence', () => {
  const pings: (readonly number[])[] = [];
  rehearse('', { untilMs: 25_000, meanwhile: (_, { connections }) => pings.push(connections[0]?.pings ?? []) });
  expect(pings[0]).toEqual([10_000, 20_000]);
});

test('anything that comes puts the ping off', () => {
  const server = { script: [{ atMs: 9000, frame: 'warning x' }] };
  let pings: readonly number[] = [];
  rehearse('', { server, untilMs: 20_000, meanwhile: (_, { connections }) => (pings = connections[0]?.pings ?? []) });
  expect(pings).toEqual([19_000]);
});

test('an idle connection that does not answer its ping within 2 s is replaced', () => {
  const { lives } = rehearse('', { server: [dead, {}], untilMs: 20_000 });
  expect(lives).toEqual(['0 to 12000 by close', '12000 to 20000 by close']);
});

test('the end of an utterance is followed by a ping; speech on a dead connection is sent again on another, no word is lost', () => {
  const { log, lives } = rehearse('sae', { server: [dead, good], untilMs: 5000 });
  expect(lives).toEqual(['0 to 1002 by close', '1002 to 5000 by close']);
  expect(log).toEqual(['1007 final 0 one']);
});

test('a dead line is noticed before a long deadline', () => {
  const { log } = rehearse('sae', {
    server: [dead, good],
    wire: { answerMs: 30_000, silence: 'fails' },
    untilMs: 9000,
  });
  expect(log).toEqual(['2007 final 0 one']);
});

test('a connection that dies while an answer is awaited is noticed, too', () => {
  const silent = { ...answering({ 'begin 0': ['5: interim 0 one'] }), answersPings: false };
  const { log } = rehearse('sae', {
    server: [silent, good],
    wire: { answerMs: 30_000, silence: 'fails' },
    untilMs: 9000,
  });
  expect(log.at(-1)).toBe('3011 final 0 one');
});

test('a server that is alive and has nothing to send is believed', () => {
  const { log, lives } = rehearse('sae', { server: {}, untilMs: 5000 });
  expect(log).toEqual(['1002 empty 0']);
  expect(lives).toEqual(['0 to 5000 by close']);
});

test('two dead lines in a row fail the utterance, by name', () => {
  const { log } = rehearse('sae', { server: dead, untilMs: 9000 });
  expect(log).toEqual(['2002 failed 0 AntiphonError: Toy did not answer within 1 s']);
});

test('a refusal is reported when it comes, not when somebody speaks', () => {
  const refused = { status: 401, headers: {}, body: 'no' };
  const server = { opensAfterMs: Infinity, script: [{ atMs: 40, end: { refused } }] };
  const { log, events } = rehearse('5s sae', { server, untilMs: 9000 });
  expect(log).toEqual(['40 report AntiphonError: Toy: HTTP 401: no', '5002 failed 0 AntiphonError: Toy: HTTP 401: no']);
  expect(events[0]).toMatchObject({ error: { code: 'provider_refused', details: { provider: 'Toy', status: 401 } } });
});

test('a server that cannot be reached is reported once the attempts are used up', () => {
  const server = { opensAfterMs: Infinity, script: [{ atMs: 0, end: {} }] };
  expect(rehearse('', { server, untilMs: 9000 }).log).toEqual([
    '3750 report AntiphonError: Toy: the connection ended with 1006',
  ]);
});

test('a warning is reported and hinders nothing', () => {
  const server = answering({ 'begin 0': ['5: warning slow down'], 'end 0': ['50: piece 0 one; done 0'] });
  const { log, events } = rehearse('sae', { server, untilMs: 900 });
  expect(log).toEqual(['6 report AntiphonError: Toy: slow down', '52 final 0 one']);
  expect(events[0]).toMatchObject({ error: { code: 'provider_warning', details: { failure: false } } });
});
