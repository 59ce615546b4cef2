import { expect, test } from 'vitest';
import type { WireFault } from '../../../src/wire/fault.ts';
import type { SttWire } from '../../../src/wire/stt/dialect.ts';
import type { ServerBehaviour } from '../../../src/testing/wire/socketDouble.ts';
import { answering, rehearse, toyDialect } from './toyWire.ts';

const good = answering({
  'end 0': ['50: piece 0 one; done 0'],
  'end 1': ['50: piece 1 two; done 1'],
});

interface RefusalOptions {
  readonly retryAfter?: string;
  readonly atMs?: number;
}

function refusing(status: number, { retryAfter, atMs = 0 }: RefusalOptions = {}): ServerBehaviour {
  const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
  return { opensAfterMs: Infinity, script: [{ atMs, end: { refused: { status, headers, body: '' } } }] };
}

/** It ends `afterMs` after the first audio of utterance 0. */
function breaking(afterMs: number, code = 1006): ServerBehaviour {
  return answering({ 'begin 0': [`${afterMs}: ends ${code}`] });
}

test('an utterance whose connection is lost is sent again, whole, on another', () => {
  const { log, sent, lives } = rehearse('sa 98ms a 99ms e', { server: [breaking(150), good], untilMs: 1000 });
  expect(lives).toEqual(['0 to 151 by server', '401 to 1000 by close']);
  expect(sent).toEqual([
    ['1 begin 0', '1 100 ms of 0', '100 100 ms of 0'],
    ['401 begin 0', '401 100 ms of 0', '401 100 ms of 0', '401 end 0', '1000 bye'],
  ]);
  expect(log).toEqual(['451 final 0 one']);
});

test('live speech goes on behind what is sent again', () => {
  const { sent } = rehearse('sa 98ms a 398ms a', { server: [breaking(150), good], untilMs: 600 });
  expect(sent[1]).toEqual(['401 begin 0', '401 100 ms of 0', '401 100 ms of 0', '499 100 ms of 0', '600 bye']);
});

test('what came on the lost connection is forgotten: words come once', () => {
  const lost = answering({ 'begin 0': ['5: piece 0 one', '20: ends 1011'] });
  const { log } = rehearse('sae', { server: [lost, good] });
  expect(log).toEqual(['6 interim 0 one', '321 final 0 one']);
});

test('utterances that wait for their answers are sent again in their order', () => {
  const { log, sent } = rehearse('saeSAE', { server: [breaking(10), good], untilMs: 1000 });
  expect(sent[1]).toEqual([
    '261 begin 0',
    '261 100 ms of 0',
    '261 end 0',
    '261 begin 1',
    '261 100 ms of 1',
    '261 end 1',
    '1000 bye',
  ]);
  expect(log).toEqual(['311 final 0 one', '311 final 1 two']);
});

test('what is answered is not sent again', () => {
  const lost = answering({ 'end 0': ['5: piece 0 one; done 0', '50: ends 1006'] });
  const { sent } = rehearse('sae 9ms SAE', { server: [lost, good], untilMs: 1000 });
  expect(sent[1]).toEqual(['302 begin 1', '302 100 ms of 1', '302 end 1', '1000 bye']);
});

test('five attempts, with pauses that double', () => {
  const { log, lives } = rehearse('sae', { server: refusing(503), untilMs: 10_000 });
  expect(lives.map((life) => Number.parseInt(life, 10))).toEqual([0, 250, 750, 1750, 3750]);
  expect(log).toEqual(['3750 failed 0 AntiphonError: Toy: HTTP 503']);
});

test('an error that was tried again in vain is typed', () => {
  const { events } = rehearse('sae', { server: refusing(503), untilMs: 10_000 });
  expect(events).toMatchObject([
    { error: { code: 'provider_failed', details: { provider: 'Toy', segment: 0, status: 503 } } },
  ]);
});

test('after five attempts in vain the next segment gets as many, the first at once', () => {
  const { log, lives } = rehearse('sae 5s SAE', { server: refusing(503), untilMs: 20_000 });
  expect(lives.slice(5).map((life) => Number.parseInt(life, 10))).toEqual([5004, 5254, 5754, 6754, 8754]);
  expect(log[1]).toBe('8754 failed 1 AntiphonError: Toy: HTTP 503');
});

test('a segment that goes on after five attempts in vain is answered at its end, and the failure is reported before', () => {
  const { log } = rehearse('sa 5s ae', { server: refusing(503), untilMs: 20_000 });
  expect(log).toEqual(['3750 report AntiphonError: Toy: HTTP 503', '5003 failed 0 AntiphonError: Toy: HTTP 503']);
});

test('the first connection is tried again while nobody speaks, up to five times', () => {
  const { lives } = rehearse('', { server: refusing(503), untilMs: 60_000 });
  expect(lives.map((life) => Number.parseInt(life, 10))).toEqual([0, 250, 750, 1750, 3750]);
});

test('a connection that only opens does not bring the attempts back', () => {
  const { lives } = rehearse('sa', { server: breaking(10), untilMs: 20_000 });
  expect(lives).toHaveLength(5);
});

test('a connection that brought words brings the attempts back', () => {
  const talking = answering({ 'begin 0': ['5: interim 0 one', '10: ends 1006'] });
  const server = [...Array<ServerBehaviour>(4).fill(breaking(10)), talking, good];
  const { log, lives } = rehearse('sae', { server, untilMs: 20_000 });
  expect(lives).toHaveLength(6);
  expect(log.at(-1)).toMatch(/final 0 one$/u);
});

test('an utterance that ends every connection, whatever was received, fails after ten', () => {
  const talking = answering({ 'begin 0': ['5: interim 0 one', '10: ends 1006'] });
  const { log, lives } = rehearse('sae', { server: talking });
  expect(lives).toHaveLength(10);
  expect(log.at(-1)).toMatch(/failed 0 AntiphonError: Toy: the connection ended with 1006$/u);
});

test.each([
  ['3', 3000],
  ['10', 10_000],
])('a provider that asks for a pause of %s s gets it, and speech waits', (retryAfter, atMs) => {
  const { lives } = rehearse('sa', { server: [refusing(429, { retryAfter }), good], untilMs: 20_000 });
  expect(lives).toEqual(['0 to 0 by server', `${atMs} to 20000 by close`]);
});

const longBusy = [refusing(429, { retryAfter: '10.001', atMs: 5 }), good];

test('where a provider asks for a pause of more than 10 s, what waits fails, and says so', () => {
  const { log, events } = rehearse('sae', { server: longBusy, untilMs: 20_000 });
  expect(log).toEqual(['5 failed 0 AntiphonError: Toy: HTTP 429; it asked to wait 11 s']);
  expect(events).toMatchObject([
    { error: { code: 'provider_failed', details: { provider: 'Toy', segment: 0, status: 429 } } },
  ]);
});

test.each([
  ['before that time fails at once', '10001ms', '10006 failed 1 AntiphonError: Toy: HTTP 429; it asked to wait 11 s'],
  ['from that time on is heard', '10002ms', '10057 final 1 two'],
])('speech that comes %s', (_, pause, log) => {
  const { log: all, lives } = rehearse(`sae ${pause} SAE`, { server: longBusy, untilMs: 20_000 });
  expect(all.slice(1)).toEqual([log]);
  expect(lives.slice(1)).toEqual(log.includes('final') ? ['10006 to 20000 by close'] : []);
});

test('a provider that asks for it while nobody speaks gets its pause, too', () => {
  const faultOf = (): WireFault => ({ kind: 'retry', message: 'busy', retryAfterMs: 20_000 });
  const server = [{ script: [{ atMs: 100, end: {} }] }, good];
  const { log, lives } = rehearse('5s sae', { server, wire: { faultOf } });
  expect(lives).toEqual(['0 to 100 by server']);
  expect(log.slice(1)).toEqual(['5002 failed 0 AntiphonError: Toy: busy; it asked to wait 20 s']);
});

test('a connection that is lost while nobody speaks is opened again with the next speech', () => {
  const server = [{ script: [{ atMs: 100, end: {} }] }, good];
  const { log, lives } = rehearse('5s sae', { server, untilMs: 9000 });
  expect(lives).toEqual(['0 to 100 by server', '5001 to 9000 by close']);
  expect(log).toEqual(['5052 final 0 one']);
});

test('a refusal for good is not tried again, and fails what waits', () => {
  const { log, events, lives } = rehearse('sae', { server: refusing(401, { atMs: 500 }) });
  expect(lives).toEqual(['0 to 500 by server']);
  expect(log).toEqual(['500 failed 0 AntiphonError: Toy: HTTP 401']);
  expect(events).toMatchObject([
    { error: { code: 'provider_refused', details: { provider: 'Toy', segment: 0, status: 401 } } },
  ]);
});

test('a refusal while the user speaks is reported at once, and fails the segment at its end', () => {
  const { log, events } = rehearse('sa 98ms a 899ms e', { server: refusing(401, { atMs: 500 }) });
  expect(log).toEqual(['500 report AntiphonError: Toy: HTTP 401', '1000 failed 0 AntiphonError: Toy: HTTP 401']);
  expect(events[0]).toMatchObject({ error: { code: 'provider_refused', details: { provider: 'Toy', status: 401 } } });
});

test('a refusal that fails what waits is not reported besides, although the user speaks again', () => {
  const { log } = rehearse('sae 9ms SA 986ms E', { server: refusing(401, { atMs: 500 }) });
  expect(log).toEqual(['500 failed 0 AntiphonError: Toy: HTTP 401', '1000 failed 1 AntiphonError: Toy: HTTP 401']);
});

test('a failure of an utterance that the user still speaks is reported at once, too', () => {
  const failing = answering({ 'begin 0': ['10: failed 0 too long'] });
  const { log } = rehearse('sa 99ms e', { server: failing, untilMs: 1000 });
  expect(log).toEqual(['11 report AntiphonError: Toy: too long', '101 failed 0 AntiphonError: Toy: too long']);
});

test('after a refusal for good every later segment fails at its end, without a connection', () => {
  const { log, lives } = rehearse('s 9ms ae 99ms SAE', { server: refusing(403) });
  expect(lives).toHaveLength(1);
  expect(log.slice(1)).toEqual([
    '11 failed 0 AntiphonError: Toy: HTTP 403',
    '113 failed 1 AntiphonError: Toy: HTTP 403',
  ]);
});

test('a connection that expires in mid-utterance is replaced at once', () => {
  const expired = answering({ 'begin 0': ['10: fault expired time is up'] });
  const { log, lives } = rehearse('sae', { server: [expired, good], untilMs: 1000 });
  expect(lives).toEqual(['0 to 11 by close', '11 to 1000 by close']);
  expect(log).toEqual(['61 final 0 one']);
});

test('a connection that expires while nobody speaks is replaced at once', () => {
  const { lives } = rehearse('', { server: [{ script: [{ atMs: 9, frame: 'fault expired' }] }, {}], untilMs: 100 });
  expect(lives).toEqual(['0 to 9 by close', '9 to 100 by close']);
});

test('connections that expire one after the other are taken for lost', () => {
  const expired = answering({ 'begin 0': ['10: fault expired time is up'] });
  const { lives } = rehearse('sae', { server: [expired, expired, good], untilMs: 1000 });
  expect(lives).toEqual(['0 to 11 by close', '11 to 21 by close', '271 to 1000 by close']);
});

test.each([
  ['2999 ms is in time', 2999, ['0 to 20000 by close']],
  ['3001 ms is too late', 3001, ['0 to 3000 by close', '3250 to 20000 by close']],
])('a connection that is ready after %s', (_, atMs, lives) => {
  const wire = { dialect: () => ({ ...toyDialect, open: () => [] }) };
  const server = [{ script: [{ atMs, frame: 'ready' }] }, { script: [{ atMs: 0, frame: 'ready' }] }];
  expect(rehearse('', { server, wire, untilMs: 20_000 }).lives).toEqual(lives);
});

test('a dialect that throws costs its connection, nothing else', () => {
  const confusing = answering({ 'begin 0': ['5: garbage'] });
  const { log, lives } = rehearse('sae', { server: [confusing, good], untilMs: 1000 });
  expect(lives).toEqual(['0 to 6 by close', '256 to 1000 by close']);
  expect(log).toEqual(['306 final 0 one']);
});

test('a dialect that throws at its goodbye is closed all the same', () => {
  const close = (): never => {
    throw new TypeError('no words');
  };
  const { lives } = rehearse('', { wire: { dialect: () => ({ ...toyDialect, close }) }, untilMs: 50 });
  expect(lives).toEqual(['0 to 50 by close']);
});

test('a rule for ends that throws is taken for a lost connection', () => {
  const faultOf = (): never => {
    throw new TypeError('no rule');
  };
  const { lives } = rehearse('sa', { server: [breaking(10), good], wire: { faultOf }, untilMs: 1000 });
  expect(lives).toEqual(['0 to 11 by server', '261 to 1000 by close']);
});

test('a connection that cannot even be requested fails for good', () => {
  const request = (): ReturnType<SttWire['request']> => {
    throw new TypeError('Invalid character in header content ["authorization"]');
  };
  const { log, lives } = rehearse('sae', { wire: { request } });
  expect(lives).toEqual([]);
  expect(log.slice(1)).toEqual([
    '2 failed 0 AntiphonError: Toy: Invalid character in header content ["authorization"]',
  ]);
});

test('a wire takes ends as it knows them', () => {
  const wire: Partial<SttWire> = { faultOf: ({ code }) => ({ kind: 'final', message: `${code} means no` }) };
  const { log } = rehearse('sae', { server: breaking(10, 1006), wire });
  expect(log).toEqual(['11 failed 0 AntiphonError: Toy: 1006 means no']);
});

test('unsubscribing between two attempts leaves no timer', () => {
  const { lives, leftBehind } = rehearse('sa', { server: refusing(503), untilMs: 100 });
  expect({ lives, leftBehind }).toEqual({ lives: ['0 to 0 by server'], leftBehind: 0 });
});
