import { expect, test } from 'vitest';
import { answering, rehearse, toyDialect } from './toy.ts';

test('an answer just before the wire is given up counts', () => {
  const { said } = rehearse('sae', { server: answering({ 'end 0': ['999: piece 0 one; done 0'] }) });
  expect(said).toEqual(['1001 final 0 one']);
});

test('a silence of answerMs after the end answers with what has come, the interim included', () => {
  const server = answering({ 'begin 0': ['5: piece 0 one', '6: interim 0 two'] });
  const { said } = rehearse('sae', { server, untilMs: 2000 });
  expect(said).toEqual(['6 interim 0 one', '7 interim 0 one two', '1002 final 0 one two']);
});

test('an interim that an empty one followed stands', () => {
  const { said } = rehearse('sae', {
    server: answering({ 'begin 0': ['5: interim 0 one', '6: interim 0 '] }),
    untilMs: 2000,
  });
  expect(said).toEqual(['6 interim 0 one', '1002 final 0 one']);
});

test('a silence without a word is an empty answer', () => {
  expect(rehearse('sae', { untilMs: 2000 }).said).toEqual(['1002 empty 0']);
});

test('an answer that comes with the silence is too late', () => {
  const { said } = rehearse('sae', { server: answering({ 'end 0': ['1000: piece 0 one; done 0'] }) });
  expect(said).toEqual(['1002 empty 0']);
});

test('an answer that comes after the silence reaches no other utterance', () => {
  const server = answering({ 'end 0': ['1100: piece 0 late; done 0'], 'end 1': ['200: piece 1 two; done 1'] });
  const { said } = rehearse('sae 997ms SA 98ms E', { server, untilMs: 3000 });
  expect(said).toEqual(['1002 empty 0', '1300 final 1 two']);
});

test('where the wire must answer, its silence fails, by name', () => {
  const { said, events } = rehearse('sae', { wire: { silence: 'fails', answerMs: 1500 }, untilMs: 3000 });
  expect(said).toEqual(['1502 failed 0 AntiphonError: Toy did not answer within 1.5 s']);
  expect(events[0]).toMatchObject({ error: { code: 'stt_timeout', details: { provider: 'Toy', segment: 0 } } });
});

const mustAnswer = { silence: 'fails' } as const;

test('where the wire must answer, pieces stand, and the interim behind them', () => {
  const server = answering({ 'begin 0': ['5: piece 0 one', '6: interim 0 two'] });
  const { said } = rehearse('sae', { server, wire: mustAnswer, untilMs: 2000 });
  expect(said.at(-1)).toBe('1002 final 0 one two');
});

test('where the wire must answer, an interim alone does not stand', () => {
  const server = answering({ 'begin 0': ['5: interim 0 one'] });
  const { said } = rehearse('sae', { server, wire: mustAnswer, untilMs: 2000 });
  expect(said.at(-1)).toBe('1002 failed 0 AntiphonError: Toy did not answer within 1 s');
});

test('where the wire must answer, one silence costs the connection, and what waits is told again at once', () => {
  const answers = answering({ 'end 1': ['5: piece 1 two; done 1'] });
  const server = [answering({ 'end 0': ['5: piece 0 one'] }), answers];
  const { said, sent, lives } = rehearse('saeSAE', { server, wire: mustAnswer, untilMs: 5000 });
  expect(lives).toEqual(['0 to 1002 by close', '1002 to 5000 by close']);
  expect(sent[1]?.slice(0, 3)).toEqual(['1002 begin 1', '1002 100 ms of 1', '1002 end 1']);
  expect(said).toEqual(['7 interim 0 one', '1002 final 0 one', '1007 final 1 two']);
});

test('a second silence within 10 s is a loss: what waits is told again after a pause', () => {
  const answers = answering({ 'end 2': ['5: piece 2 three; done 2'] });
  const { said, lives } = rehearse('saeSAEsae', { server: [{}, {}, answers], wire: mustAnswer, untilMs: 5000 });
  expect(lives).toEqual(['0 to 1002 by close', '1002 to 2002 by close', '2252 to 5000 by close']);
  expect(said.at(-1)).toBe('2257 final 0 three');
});

test('the wait begins when the end was sent, not when it was said', () => {
  const server = { script: [{ atMs: 800, frame: 'ready' }] };
  const wire = { dialect: () => ({ ...toyDialect, open: () => [] }) };
  expect(rehearse('sae', { server, wire, untilMs: 3000 }).said).toEqual(['1800 empty 0']);
});

const mute = { dialect: () => ({ ...toyDialect, open: () => [] }) };

test.each([
  ['in time, on the second attempt', 2999, '7249 empty 0'],
  ['too late', 3001, '6502 failed 0 AntiphonError: Toy did not answer within 6.5 s'],
])('a connection that serves %s, answerMs and 5.5 s after the end', (_, atMs, said) => {
  const server = [{ script: [] }, { script: [{ atMs, frame: 'ready' }] }];
  expect(rehearse('sae', { server, wire: mute, untilMs: 9000 }).said).toEqual([said]);
});

test('an utterance that no connection served in time has timed out', () => {
  const { events } = rehearse('sae', { wire: mute, untilMs: 9000 });
  expect(events).toMatchObject([{ error: { code: 'stt_timeout', details: { provider: 'Toy', segment: 0 } } }]);
});

test('an utterance that takes long to tell again is not given up', () => {
  const lost = answering({ 'begin 0': ['20000: ends 1006'] });
  const server = [lost, answering({ 'end 0': ['5: piece 0 one; done 0'] })];
  const { said } = rehearse(`s ${'l 999ms '.repeat(20)} e`, { server });
  expect(said).toEqual(['29756 final 0 one']);
});

test('a connection that was silent twice, without a sign of life, is replaced', () => {
  const { said, lives } = rehearse('sae 2s SAE', { untilMs: 5000 });
  expect(said).toEqual(['1002 empty 0', '3005 empty 1']);
  expect(lives).toEqual(['0 to 3005 by close', '3005 to 5000 by close']);
});

test('what is being said when a connection turns out to be dead is told again on another', () => {
  const answers = answering({ 'end 2': ['5: piece 2 three; done 2'] });
  const { said, sent } = rehearse('saeSAE 995ms sae', { server: [{}, answers], untilMs: 5000 });
  expect(sent[1]?.slice(0, 3)).toEqual(['1005 begin 2', '1005 100 ms of 2', '1005 end 2']);
  expect(said).toEqual(['1002 empty 0', '1005 empty 1', '1010 final 0 three']);
});

test('a connection that says anything between two silences is kept', () => {
  const server = answering({ 'begin 1': ['5: interim 1 '] });
  const { lives } = rehearse('sae 2s SAE', { server, untilMs: 5000 });
  expect(lives).toEqual(['0 to 5000 by close']);
});

test('an answered utterance is no silence', () => {
  const server = answering({ 'end 0': ['5: done 0'], 'end 1': ['5: done 1'] });
  const { lives } = rehearse('saeSAE', { server, untilMs: 9000 });
  expect(lives).toEqual(['0 to 9000 by close']);
});
