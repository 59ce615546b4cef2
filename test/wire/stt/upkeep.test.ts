import { expect, test } from 'vitest';
import { answering, rehearse, toyDialect } from './toyWire.ts';

const answers = { 'end 0': ['50: done 0'], 'end 1': ['50: done 1'] };

test('a connection that is idle for keepAliveMs sends a keep-alive, again and again', () => {
  const { sent } = rehearse('', { wire: { keepAliveMs: 400 }, untilMs: 1000 });
  expect(sent).toEqual([['400 still here', '800 still here', '1000 bye']]);
});

test('speech just in time keeps a connection alive as well', () => {
  const { sent } = rehearse('398ms sa', { wire: { keepAliveMs: 400 }, untilMs: 900 });
  expect(sent).toEqual([['399 begin 0', '399 100 ms of 0', '799 still here', '900 bye']]);
});

test('speech in the same instant comes after the sign of life', () => {
  const { sent } = rehearse('400ms sa', { wire: { keepAliveMs: 400 }, untilMs: 500 });
  expect(sent).toEqual([['400 still here', '401 begin 0', '401 100 ms of 0', '500 bye']]);
});

test('nothing is kept alive before it is set up', () => {
  const wire = { keepAliveMs: 400, dialect: () => ({ ...toyDialect, open: () => [] }) };
  expect(rehearse('', { wire, untilMs: 1000 }).sent).toEqual([['1000 bye']]);
});

test('a wire that needs no sign of life sends none', () => {
  expect(rehearse('', { untilMs: 100_000 }).sent).toEqual([['100000 bye']]);
});

test('a dialect without a keep-alive sends none', () => {
  const { idle: _, ...mute } = toyDialect;
  const { sent, leftBehind } = rehearse('', { wire: { keepAliveMs: 400, dialect: () => mute }, untilMs: 1000 });
  expect({ sent, leftBehind }).toEqual({ sent: [['1000 bye']], leftBehind: 0 });
});

test('a connection of maxAgeMs is replaced at once, with a goodbye', () => {
  const { sent, lives } = rehearse('', { wire: { maxAgeMs: 20_000 }, untilMs: 50_000 });
  expect(sent).toEqual([['20000 bye'], ['40000 bye'], ['50000 bye']]);
  expect(lives).toEqual(['0 to 20000 by close', '20000 to 40000 by close', '40000 to 50000 by close']);
});

test('an old connection is not replaced in mid-utterance, but when it is answered', () => {
  const { log, lives } = rehearse('19998ms sa 99ms e', {
    server: answering({ 'end 0': ['50: piece 0 one; done 0'] }),
    wire: { maxAgeMs: 20_000 },
    untilMs: 30_000,
  });
  expect(log).toEqual(['20149 final 0 one']);
  expect(lives).toEqual(['0 to 20149 by close', '20149 to 30000 by close']);
});

test('a connection is replaced 60 s before the server would end it', () => {
  const { lives } = rehearse('', {
    server: [{ script: [{ atMs: 100, frame: 'expires 75000' }] }, {}],
    untilMs: 20_000,
  });
  expect(lives).toEqual(['0 to 15100 by close', '15100 to 20000 by close']);
});

test('a connection that ends within 60 s is replaced at once', () => {
  const { lives } = rehearse('', { server: [{ script: [{ atMs: 100, frame: 'expires 1000' }] }, {}], untilMs: 20_000 });
  expect(lives).toEqual(['0 to 100 by close', '100 to 20000 by close']);
});

test('speech that comes while a connection is being replaced goes to the new one', () => {
  const { sent } = rehearse('1000ms sae', {
    server: [answering(answers), answering(answers, { opensAfterMs: 300 })],
    wire: { maxAgeMs: 1000 },
    untilMs: 2000,
  });
  expect(sent[1]?.slice(0, 3)).toEqual(['1300 begin 0', '1300 100 ms of 0', '1300 end 0']);
});

test('connections that are old as soon as they are young are not replaced more often than every 10 s', () => {
  const server = answering(answers, { script: [{ atMs: 10, frame: 'expires 0' }] });
  const { lives } = rehearse('s 8s ae 3s SAE', { server, untilMs: 20_000 });
  expect(lives).toEqual(['0 to 10 by close', '10 to 11055 by close', '11055 to 20000 by close']);
});
