import { expect, test } from 'vitest';
import { answering, rehearse, toyDialect } from './toyWire.ts';

test('an answer just before the timeout counts', () => {
  const { log } = rehearse('sae', { server: answering({ 'end 0': ['999: piece 0 one; done 0'] }) });
  expect(log).toEqual(['1001 final 0 one']);
});

test('a silence of answerMs after the end answers with what has come, the interim included', () => {
  const server = answering({ 'begin 0': ['5: piece 0 one', '6: interim 0 two'] });
  const { log } = rehearse('sae', { server, untilMs: 2000 });
  expect(log).toEqual(['6 interim 0 one', '7 interim 0 one two', '1002 final 0 one two (provisional)']);
});

test('an interim that an empty one followed stands', () => {
  const { log } = rehearse('sae', {
    server: answering({ 'begin 0': ['5: interim 0 one', '6: interim 0 '] }),
    untilMs: 2000,
  });
  expect(log).toEqual(['6 interim 0 one', '1002 final 0 one (provisional)']);
});

test('a silence without a word is an empty answer', () => {
  expect(rehearse('sae', { untilMs: 2000 }).log).toEqual(['1002 empty 0']);
});

test('an answer that comes with the deadline is a late final', () => {
  const { log } = rehearse('sae', { server: answering({ 'end 0': ['1000: piece 0 one; done 0'] }) });
  expect(log).toEqual(['1002 empty 0', '1002 final 0 one (more)']);
});

test('an answer that comes after the deadline is a late final of its own segment', () => {
  const server = answering({ 'end 0': ['1100: piece 0 late; done 0'], 'end 1': ['200: piece 1 two; done 1'] });
  const { log } = rehearse('sae 997ms SA 98ms E', { server, untilMs: 3000 });
  expect(log).toEqual(['1002 empty 0', '1102 final 0 late (more)', '1300 final 1 two']);
});

test('a late final replaces the interim that stood for it, and has only the text that no final before it had', () => {
  const replaced = answering({
    'begin 0': ['5: piece 0 one', '6: interim 0 too'],
    'end 0': ['1100: piece 0 two; done 0'],
  });
  expect(rehearse('sae', { server: replaced, untilMs: 2000 }).log.slice(-2)).toEqual([
    '1002 final 0 one too (provisional)',
    '1102 final 0 one two (more)',
  ]);
  const added = answering({ 'begin 0': ['5: piece 0 one'], 'end 0': ['1100: piece 0 two; done 0'] });
  expect(rehearse('sae', { server: added, untilMs: 2000 }).log.slice(-2)).toEqual([
    '1002 final 0 one',
    '1102 final 0 two (more)',
  ]);
});

test('a late final whose text was emitted already is not passed on', () => {
  const server = answering({ 'begin 0': ['6: interim 0 two'], 'end 0': ['1100: piece 0 two; done 0', '1101: done 0'] });
  const { log } = rehearse('sae', { server, untilMs: 2000 });
  expect(log).toEqual(['7 interim 0 two', '1002 final 0 two (provisional)']);
});

test('what stood for the text of a flush stands for good', () => {
  const server = answering({ 'begin 0': ['5: interim 0 one'], 'end 0': ['1100: piece 0 won; done 0'] });
  const { log } = rehearse('saf 2s e', { server, untilMs: 3000 });
  expect(log).toEqual(['6 interim 0 one', '1002 final 0 one', '2003 empty 0']);
});

test('an utterance that must be answered and is not is sent again, once, on another connection; then it fails, by name', () => {
  const { log, sent, events } = rehearse('sae', { wire: { silence: 'fails', answerMs: 1500 }, untilMs: 4000 });
  expect(sent[1]?.slice(0, 3)).toEqual(['1502 begin 0', '1502 100 ms of 0', '1502 end 0']);
  expect(log).toEqual(['3002 failed 0 AntiphonError: Toy did not answer within 1.5 s']);
  expect(events[0]).toMatchObject({ error: { code: 'stt_timeout', details: { provider: 'Toy', segment: 0 } } });
});

test('what is sent again is answered like anything else', () => {
  const server = [{}, answering({ 'end 0': ['5: piece 0 one; done 0'] })];
  const { log } = rehearse('sae', { server, wire: { silence: 'fails' }, untilMs: 4000 });
  expect(log).toEqual(['1007 final 0 one']);
});

const mustAnswer = { silence: 'fails' } as const;

test('where the wire must answer, pieces stand, and the interim behind them', () => {
  const server = answering({ 'begin 0': ['5: piece 0 one', '6: interim 0 two'] });
  const { log } = rehearse('sae', { server, wire: mustAnswer, untilMs: 2000 });
  expect(log.at(-1)).toBe('1002 final 0 one two (provisional)');
});

test('where the wire must answer, an interim alone stands, too, also where none is passed on', () => {
  const server = answering({ 'begin 0': ['5: interim 0 one'] });
  const { log } = rehearse('sae', { server, wire: { ...mustAnswer, interims: false }, untilMs: 2000 });
  expect(log).toEqual(['1002 final 0 one (provisional)']);
});

test('a connection that is alive may bring its answer late, and is replaced after two in a row without one', () => {
  const server = answering({ 'begin 0': ['5: interim 0 one'], 'begin 1': ['5: interim 1 two'] });
  const { lives } = rehearse('sae 2s SAE', { server, wire: mustAnswer, untilMs: 5000 });
  expect(lives).toEqual(['0 to 3005 by close', '3005 to 5000 by close']);
  const late = answering({
    'end 0': ['1500: piece 0 one; done 0'],
    'begin 0': ['5: interim 0 x'],
    'begin 1': ['5: interim 1 y'],
  });
  expect(rehearse('sae 2s SAE', { server: late, wire: mustAnswer, untilMs: 5000 }).lives).toHaveLength(1);
});

test('an utterance without an answer replaces the connection, and what waits is sent again at once', () => {
  const answers = answering({ 'end 0': ['5: piece 0 one; done 0'], 'end 1': ['5: piece 1 two; done 1'] });
  const { log, sent, lives } = rehearse('saeSAE', { server: [{}, answers], wire: mustAnswer, untilMs: 5000 });
  expect(lives).toEqual(['0 to 1002 by close', '1002 to 5000 by close']);
  expect(sent[1]?.filter((frame) => frame.includes('end'))).toEqual(['1002 end 0', '1002 end 1']);
  expect(log).toEqual(['1007 final 0 one', '1007 final 1 two']);
});

test('a second silence within 10 s is a loss: what waits is sent again after a pause', () => {
  const answers = answering({ 'end 1': ['5: piece 1 two; done 1'] });
  const { log, lives } = rehearse('sae SAE', { server: [{}, {}, answers], wire: mustAnswer, untilMs: 5000 });
  expect(lives).toEqual(['0 to 1002 by close', '1002 to 2002 by close', '2252 to 5000 by close']);
  expect(log.at(-1)).toBe('2257 final 1 two');
});

test('where everything is lost, what had come stands in front of the failure', () => {
  const server = answering({ 'begin 0': ['5: interim 0 one two', '20: fault final out of credit'] });
  const { log } = rehearse('saeSAE', { server, untilMs: 2000 });
  expect(log).toEqual([
    '6 interim 0 one two',
    '21 final 0 one two (provisional) (more)',
    '21 failed 0 AntiphonError: Toy: out of credit',
    '21 failed 1 AntiphonError: Toy: out of credit',
  ]);
});

test('words from a connection that was lost are kept where sending again brings none', () => {
  const server = [
    answering({ 'begin 0': ['5: interim 0 one two', '20: ends 1006'] }),
    answering({ 'end 0': ['9: interim 0 one'] }),
  ];
  const { log } = rehearse('sae', { server, untilMs: 3000 });
  expect(log.at(-1)).toBe('1271 final 0 one two (provisional)');
});

test('the wait begins when the end was sent, not when it was requested', () => {
  const server = { script: [{ atMs: 800, frame: 'ready' }] };
  const wire = { dialect: () => ({ ...toyDialect, open: () => [] }) };
  expect(rehearse('sae', { server, wire, untilMs: 3000 }).log).toEqual(['1800 empty 0']);
});

const mute = { dialect: () => ({ ...toyDialect, open: () => [] }) };

test.each([
  ['in time, on the second attempt', 2999, '7249 empty 0'],
  ['too late', 3001, '6502 failed 0 AntiphonError: Toy did not answer within 6.5 s'],
])('a connection that serves %s, answerMs and 5.5 s after the end', (_, atMs, log) => {
  const server = [{ script: [] }, { script: [{ atMs, frame: 'ready' }] }];
  expect(rehearse('sae', { server, wire: mute, untilMs: 9000 }).log).toEqual([log]);
});

test('an utterance that no connection served in time has timed out', () => {
  const { events } = rehearse('sae', { wire: mute, untilMs: 9000 });
  expect(events).toMatchObject([{ error: { code: 'stt_timeout', details: { provider: 'Toy', segment: 0 } } }]);
});

test('an utterance that takes long to send again does not time out', () => {
  const lost = answering({ 'begin 0': ['20000: ends 1006'] });
  const server = [lost, answering({ 'end 0': ['5: piece 0 one; done 0'] })];
  const { log } = rehearse(`s ${'l 999ms '.repeat(20)} e`, { server });
  expect(log).toEqual(['29756 final 0 one']);
});

test('a connection that was silent twice, without a sign of life, is replaced', () => {
  const { log, lives } = rehearse('sae 2s SAE', { untilMs: 5000 });
  expect(log).toEqual(['1002 empty 0', '3005 empty 1']);
  expect(lives).toEqual(['0 to 3005 by close', '3005 to 5000 by close']);
});

test('speech that is under way when a connection turns out to be dead is sent again on another', () => {
  const answers = answering({ 'end 2': ['5: piece 2 three; done 2'] });
  const { log, sent } = rehearse('saeSAE 995ms sae', { server: [{}, answers], untilMs: 5000 });
  expect(sent[1]?.slice(0, 3)).toEqual(['1005 begin 2', '1005 100 ms of 2', '1005 end 2']);
  expect(log).toEqual(['1002 empty 0', '1005 empty 1', '1010 final 0 three']);
});

test('a connection that sends anything between two silences is kept', () => {
  const server = answering({ 'begin 1': ['5: interim 1 '] });
  const { lives } = rehearse('sae 2s SAE', { server, untilMs: 5000 });
  expect(lives).toEqual(['0 to 5000 by close']);
});

test('an answered utterance is no silence', () => {
  const server = answering({ 'end 0': ['5: done 0'], 'end 1': ['5: done 1'] });
  const { lives } = rehearse('saeSAE', { server, untilMs: 9000 });
  expect(lives).toEqual(['0 to 9000 by close']);
});
