import { NEVER } from 'rxjs';
import { expect, test } from 'vitest';
import { createWebSocketStt } from '../../../src/wire/stt/createWebSocketStt.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { createSocketDouble } from '../../../src/testing/wire/socketDouble.ts';
import { answering, rehearse, spoken, toyDialect, toyWire } from './toyWire.ts';

const settingUp = { dialect: () => ({ ...toyDialect, open: () => [] }) };

test('it has the properties of its wire, and the backstop leaves time to send 60 s of speech again', () => {
  const { name, sampleRate, interims, finalTimeoutMs } = createWebSocketStt({ ...toyWire, interims: false });
  expect({ name, sampleRate, interims, finalTimeoutMs }).toEqual({
    name: 'Toy',
    sampleRate: 16_000,
    interims: false,
    finalTimeoutMs: 38_000,
  });
});

test('an utterance is begun with its first audio, sent, ended and answered', () => {
  const server = answering({ 'end 0': ['5: piece 0 Hello.', '6: done 0'] });
  const { log, sent } = rehearse('s 9ms a 99ms a 99ms e', { server });
  expect(sent).toEqual([['10 begin 0', '10 100 ms of 0', '110 100 ms of 0', '210 end 0', '60000 bye']]);
  expect(log).toEqual(['215 interim 0 Hello.', '216 final 0 Hello.']);
});

test('its connection is opened ahead of need', () => {
  const { lives } = rehearse('5s s', { untilMs: 10_000 });
  expect(lives).toEqual(['0 to 10000 by close']);
});

test('speech waits until the connection is set up', () => {
  const server = answering({}, { opensAfterMs: 300, script: [{ atMs: 500, frame: 'ready' }] });
  const { sent } = rehearse('sa 99ms a 99ms e', { server, wire: settingUp, untilMs: 5000 });
  expect(sent).toEqual([['500 begin 0', '500 100 ms of 0', '500 100 ms of 0', '500 end 0', '5000 bye']]);
});

test('what the wire needs for setting up is sent before all else', () => {
  const open = (): ReturnType<typeof toyDialect.open> => [{ kind: 'send', frame: 'hello' }, { kind: 'ready' }];
  const { sent } = rehearse('sa', { wire: { dialect: () => ({ ...toyDialect, open }) }, untilMs: 10 });
  expect(sent).toEqual([['0 hello', '1 begin 0', '1 100 ms of 0', '10 bye']]);
});

test('pieces are joined by one space, and what is empty in them is left out', () => {
  const server = answering({ 'end 0': ['5: piece 0  one ; piece 0   ; piece 0 two; done 0'] });
  const { log } = rehearse('sae', { server });
  expect(log).toEqual(['7 final 0 one two']);
});

test('an interim follows the pieces, and replaces the interim before', () => {
  const server = answering({
    'begin 0': ['5: interim 0 on', '6: interim 0 one', '7: piece 0 One,', '8: interim 0 two'],
  });
  const { log } = rehearse('sa', { server });
  expect(log).toEqual(['6 interim 0 on', '7 interim 0 one', '8 interim 0 One,', '9 interim 0 One, two']);
});

test('the same interim is emitted once, and an empty one not at all', () => {
  const server = answering({ 'begin 0': ['5: interim 0 on', '6: interim 0 ', '7: interim 0 on', '8: piece 0 on'] });
  const { log } = rehearse('sa', { server });
  expect(log).toEqual(['6 interim 0 on']);
});

test('an utterance without words is answered all the same', () => {
  const { log } = rehearse('sae', { server: answering({ 'end 0': ['5: done 0'] }) });
  expect(log).toEqual(['7 empty 0']);
});

test('a flush ends an utterance, and its segment goes on in another', () => {
  const server = answering({
    'end 0': ['50: piece 0 one; done 0'],
    'end 1': ['50: piece 1 two; done 1'],
  });
  const { log, sent } = rehearse('sa 98ms fa 98ms e', { server, untilMs: 1000 });
  expect(sent[0]).toEqual([
    '1 begin 0',
    '1 100 ms of 0',
    '100 end 0',
    '101 begin 1',
    '101 100 ms of 1',
    '200 end 1',
    '1000 bye',
  ]);
  expect(log).toEqual(['150 final 0 one', '250 final 0 two']);
});

test('a flush before any speech is answered without asking', () => {
  const { log, sent } = rehearse('sfae', { untilMs: 100 });
  expect(log).toEqual(['1 empty 0']);
  expect(sent).toEqual([['2 begin 0', '2 100 ms of 0', '3 end 0', '100 bye']]);
});

test('a frame without samples is no speech', () => {
  const { log, sent } = rehearse('sze', { untilMs: 100 });
  expect({ log, sent }).toEqual({ log: ['2 empty 0'], sent: [['100 bye']] });
});

test('an end right after a flush is answered without asking, in its turn', () => {
  const { log, sent } = rehearse('safe', { server: answering({ 'end 0': ['5: piece 0 one; done 0'] }), untilMs: 100 });
  expect(log).toEqual(['7 final 0 one', '7 empty 0']);
  expect(sent).toEqual([['1 begin 0', '1 100 ms of 0', '2 end 0', '100 bye']]);
});

test('answers that come out of order leave in order', () => {
  const server = answering({ 'end 0': ['500: piece 0 one; done 0'], 'end 1': ['100: piece 1 two; done 1'] });
  const { log } = rehearse('saeSAE', { server });
  expect(log).toEqual(['502 final 0 one', '502 final 1 two']);
});

test('an interim of the next segment does not wait for the answer of this one', () => {
  const server = answering({ 'end 0': ['500: piece 0 one; done 0'], 'begin 1': ['100: interim 1 two'] });
  const { log } = rehearse('saeSA', { server });
  expect(log).toEqual(['104 interim 1 two', '502 final 0 one']);
});

test('an interim behind a flush waits for the answer to the flush', () => {
  const server = answering({ 'end 0': ['500: piece 0 one; done 0'], 'begin 1': ['100: interim 1 two'] });
  const { log } = rehearse('safa', { server });
  expect(log).toEqual(['502 final 0 one', '502 interim 0 two']);
});

test('what comes for an utterance that is answered is dropped', () => {
  const server = answering({ 'end 0': ['5: piece 0 one; done 0', '6: interim 0 one two', '7: piece 0 two; done 0'] });
  const { log } = rehearse('sae 9ms SA', { server, untilMs: 500 });
  expect(log).toEqual(['7 final 0 one']);
});

test('results for an utterance that was not begun are dropped', () => {
  const server = answering({ 'begin 0': ['5: interim 7 ghost; piece 7 ghost; done 7'] });
  expect(rehearse('sa', { server }).log).toEqual([]);
});

test('an answer that comes before the end is none: more may follow', () => {
  const server = answering({ 'begin 0': ['5: piece 0 one; done 0'], 'end 0': ['5: piece 0 two; done 0'] });
  const { log } = rehearse('sa 98ms e', { server });
  expect(log).toEqual(['6 interim 0 one', '105 final 0 one two']);
});

test('an utterance that fails is reported, and the connection goes on', () => {
  const server = answering({ 'end 0': ['5: failed 0 no such luck'], 'end 1': ['5: piece 1 two; done 1'] });
  const { log, lives } = rehearse('sae 9ms SAE', { server, untilMs: 500 });
  expect(log).toEqual(['7 failed 0 AntiphonError: Toy: no such luck', '19 final 1 two']);
  expect(lives).toEqual(['0 to 500 by close']);
});

test('a failure names the provider and the segment', () => {
  const [failed] = rehearse('SAE', { server: answering({ 'end 0': ['5: failed 0 no'] }) }).events;
  expect(failed).toMatchObject({
    kind: 'failed',
    segment: 1,
    error: { code: 'provider_failed', details: { provider: 'Toy', segment: 1 } },
  });
});

test('an utterance that fails while it is spoken is answered at its end, and not sent any further', () => {
  const { log, sent } = rehearse('sa 98ms a 99ms e', {
    server: answering({ 'begin 0': ['5: failed 0 no'] }),
    untilMs: 500,
  });
  expect(log).toEqual(['6 report AntiphonError: Toy: no', '200 failed 0 AntiphonError: Toy: no']);
  expect(sent).toEqual([['1 begin 0', '1 100 ms of 0', '500 bye']]);
});

test('it ends with the last answer after the end of the speech, and closes the connection', () => {
  const server = answering({ 'end 0': ['50: piece 0 one; done 0'] });
  const { log, sent, lives } = rehearse('sae|', { server });
  expect(log).toEqual(['52 final 0 one', '52 complete']);
  expect(sent[0]?.at(-1)).toBe('52 bye');
  expect(lives).toEqual(['0 to 52 by close']);
});

test('it ends at once when speech ends and no answer is due', () => {
  const { log, lives } = rehearse('sa 9ms |');
  expect(log).toEqual(['11 complete']);
  expect(lives).toEqual(['0 to 11 by close']);
});

test('an error of the speech passes, and closes the connection', () => {
  const { log, sent, lives } = rehearse('sa 8ms #');
  expect(log).toEqual(['10 error Error: the microphone broke']);
  expect(sent[0]?.at(-1)).toBe('10 bye');
  expect(lives).toEqual(['0 to 10 by close']);
});

test('unsubscribing leaves no connection and no timer', () => {
  const wire = { keepAliveMs: 300, maxAgeMs: 60_000 };
  const { lives, leftBehind } = rehearse('s 9ms llllle 5s s', { wire, untilMs: 1000 });
  expect({ lives, leftBehind }).toEqual({ lives: ['0 to 1000 by close'], leftBehind: 0 });
});

test('unsubscribing while it is connecting closes the connection without a message', () => {
  const { sent, lives, leftBehind } = rehearse('sa', { server: { opensAfterMs: 100 }, untilMs: 50 });
  expect({ sent, lives, leftBehind }).toEqual({ sent: [[]], lives: ['0 to 50 by close'], leftBehind: 0 });
});

test('unsubscribing inside an answer stops the answers', () => {
  const clock = new VirtualClock();
  const server = answering({ 'end 0': ['5: piece 0 one; done 0'], 'end 1': ['4: piece 1 two; done 1'] });
  const { openSocket, connections } = createSocketDouble({ server, scheduler: clock });
  const heard: string[] = [];
  const listening = createWebSocketStt(toyWire, { openSocket, scheduler: clock })
    .transcribe(spoken('saeSAE', clock))
    .subscribe(({ kind, segment }) => {
      heard.push(`${kind} ${segment}`);
      if (kind === 'final') listening.unsubscribe();
    });
  clock.flush(100);
  expect(heard).toEqual(['final 0']);
  expect(connections[0]?.closed).toEqual({ by: 'close', atMs: 7 });
});

test('subscribing twice gives two connections, each with its own speech', () => {
  const clock = new VirtualClock();
  const server = answering({ 'end 0': ['5: piece 0 one; done 0'] });
  const { openSocket, connections } = createSocketDouble({ server, scheduler: clock });
  const stt = createWebSocketStt(toyWire, { openSocket, scheduler: clock });
  const heard: string[] = [];
  const one = stt.transcribe(spoken('sae', clock)).subscribe(({ kind }) => void heard.push(`one: ${kind}`));
  const two = stt.transcribe(NEVER).subscribe(({ kind }) => void heard.push(`two: ${kind}`));
  clock.flush(100);
  one.unsubscribe();
  two.unsubscribe();
  expect(heard).toEqual(['one: final']);
  expect(connections.map(({ sent }) => sent.length)).toEqual([4, 1]);
});
