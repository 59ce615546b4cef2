import { Subject } from 'rxjs';
import { expect, test } from 'vitest';
import type { PlayoutCommand, PlayoutReport } from '../../src/core/playout.ts';
import { silence } from '../../src/testing/audio.ts';
import { VirtualClock } from '../../src/time/virtualClock.ts';
import {
  createTransportDouble,
  type TransportDouble,
  type TransportDoubleOptions,
} from '../../src/playback/transportDouble.ts';
import { SubscriptionLedger } from '../../src/stream/subscriptionLedger.ts';

interface Client extends Omit<TransportDouble, 'heard'> {
  readonly clock: VirtualClock;
  readonly heard: readonly string[];
  readonly start: (utterance: string, sampleRate?: number) => void;
  readonly send: (utterance: string, ms: number) => void;
  readonly end: (utterance: string) => void;
  readonly clear: (utterance: string) => void;
  readonly close: () => void;
}

/** A client that gets commands by hand, and its reports as `ms kind utterance playedMs`. */
function client(options: TransportDoubleOptions = {}): Client {
  const clock = new VirtualClock();
  const transport = createTransportDouble({ scheduler: clock, ...options });
  const commands = new Subject<PlayoutCommand>();
  const heard: string[] = [];
  const write = ({ kind, utterance, playedSamples }: PlayoutReport): string =>
    `${clock.now()} ${kind} ${utterance} ${playedSamples / 16}`;
  const playing = transport.playout(commands).subscribe((report) => heard.push(write(report)));
  const sendCommand = (command: PlayoutCommand): void => commands.next(command);
  return {
    ...transport,
    clock,
    heard,
    start: (utterance, sampleRate = 16_000) => sendCommand({ kind: 'start', utterance, sampleRate }),
    send: (utterance, ms) => sendCommand({ kind: 'audio', utterance, frame: silence(ms) }),
    end: (utterance) => sendCommand({ kind: 'end', utterance, samples: 0 }),
    clear: (utterance) => sendCommand({ kind: 'clear', utterance }),
    close: () => playing.unsubscribe(),
  };
}

test('an utterance is reported as started, by positions, and as finished when its last sample is played', async () => {
  const { clock, heard, start, send, end } = client();
  start('a');
  send('a', 250);
  end('a');
  await clock.run();
  expect(heard).toEqual(['0 started a 0', '100 position a 100', '200 position a 200', '250 finished a 250']);
});

test('a position is reported although a command comes at the very instant at which it is reached', async () => {
  const { clock, heard, start, send } = client();
  for (let at = 0; at < 200; at += 20) clock.schedule(() => send('a', 20), at);
  start('a');
  send('a', 200);
  await clock.run(199);
  expect(heard).toEqual(['0 started a 0', '100 position a 100']);
});

test('audio that comes frame by frame in time plays without a gap', async () => {
  const { clock, heard, start, send, end } = client();
  start('a');
  for (let at = 0; at < 200; at += 20) {
    send('a', 20);
    await clock.advance(20);
  }
  end('a');
  expect(heard).toEqual(['0 started a 0', '100 position a 100', '200 position a 200', '200 finished a 200']);
});

test('where audio is missing the play head waits, and goes on with the next sample', async () => {
  const { clock, heard, start, send, end } = client({ positionEveryMs: 50 });
  start('a');
  send('a', 60);
  await clock.run(200);
  send('a', 60);
  end('a');
  await clock.run();
  expect(heard).toEqual(['0 started a 0', '50 position a 50', '240 position a 100', '260 finished a 120']);
});

test('utterances are played one after the other', async () => {
  const { clock, heard, start, send, end } = client();
  start('a');
  send('a', 50);
  start('b');
  send('b', 50);
  end('b');
  await clock.run(500);
  end('a');
  await clock.run();
  expect(heard).toEqual(['0 started a 0', '500 finished a 50', '500 started b 0', '550 finished b 50']);
});

test('a clear stops the sound at once and is answered with the exact sample', async () => {
  const { clock, heard, reports, played, start, send, clear } = client({ clearDelayMs: 40 });
  start('a');
  send('a', 1000);
  await clock.run(133.4375);
  clear('a');
  await clock.run();
  expect(heard).toEqual(['0 started a 0', '100 position a 100', '173.4375 cleared a 133.4375']);
  expect(reports.at(-1)).toEqual({ atMs: 173.4375, report: { kind: 'cleared', utterance: 'a', playedSamples: 2135 } });
  expect(played()).toMatchObject([{ outcome: 'cleared', startedAtMs: 0, stoppedAtMs: 133.4375 }]);
  expect(played()[0]?.samples.length).toBe(2135);
});

test('what comes of an utterance after its clear is dropped, the next one plays', async () => {
  const { clock, heard, start, send, end, clear } = client();
  start('a');
  send('a', 50);
  clear('a');
  send('a', 50);
  end('a');
  start('b');
  send('b', 20);
  end('b');
  await clock.run();
  expect(heard).toEqual(['0 started a 0', '0 cleared a 0', '0 started b 0', '20 finished b 20']);
});

test('the next utterance begins where one was cleared in the middle', async () => {
  const { clock, heard, start, send, end, clear } = client();
  start('a');
  send('a', 500);
  start('b');
  send('b', 50);
  end('b');
  await clock.run(30);
  clear('a');
  await clock.run();
  expect(heard).toEqual(['0 started a 0', '30 cleared a 30', '30 started b 0', '80 finished b 50']);
});

test('a clear of what waits, is finished or unknown is answered too', async () => {
  const { clock, heard, played, start, send, end, clear } = client();
  start('a');
  send('a', 50);
  end('a');
  start('b');
  send('b', 50);
  clear('b');
  await clock.run();
  clear('a');
  clear('c');
  await clock.run();
  expect(heard).toEqual(['0 started a 0', '0 cleared b 0', '50 finished a 50', '50 cleared a 50', '50 cleared c 0']);
  expect(played().map(({ outcome }) => outcome)).toEqual(['finished', 'cleared']);
});

test('an utterance without audio is finished as soon as it has ended', async () => {
  const { heard, start, end } = client();
  start('a');
  end('a');
  expect(heard).toEqual(['0 finished a 0']);
});

test('a client can report only ends, or nothing', async () => {
  const reportsOf = async (reports: 'finished-only' | 'none'): Promise<readonly string[]> => {
    const { clock, heard, start, send, end, clear } = client({ reports });
    start('a');
    send('a', 150);
    end('a');
    await clock.run();
    start('b');
    send('b', 50);
    clear('b');
    await clock.run();
    return heard;
  };
  expect(await reportsOf('finished-only')).toEqual(['150 finished a 150', '150 cleared b 0']);
  expect(await reportsOf('none')).toEqual([]);
});

test('a client can leave a clear without an answer', async () => {
  const { clock, heard, start, send, clear } = client({ clearDelayMs: Number.POSITIVE_INFINITY });
  start('a');
  send('a', 50);
  clear('a');
  await clock.run(60_000);
  expect(heard).toEqual(['0 started a 0']);
});

test('commands and reports travel', async () => {
  const { clock, heard, commands, start, send, end } = client({ latencyMs: 30 });
  start('a');
  send('a', 50);
  end('a');
  await clock.run();
  expect(heard).toEqual(['60 started a 0', '110 finished a 50']);
  expect(commands.map(({ atMs, command }) => [atMs, command.kind])).toEqual([
    [30, 'start'],
    [30, 'audio'],
    [30, 'end'],
  ]);
});

test('every report has the output latency', async () => {
  const { clock, reports, start, send, end } = client({ outputLatencyMs: 12 });
  start('a');
  send('a', 50);
  end('a');
  await clock.run();
  expect(reports.map(({ report }) => report.outputLatencyMs)).toEqual([12, 12]);
});

test('a client that hangs neither plays nor reports, then goes on', async () => {
  const { clock, heard, start, send, end, freeze, thaw } = client();
  start('a');
  send('a', 150);
  end('a');
  await clock.run(120);
  freeze();
  await clock.run(5000);
  expect(heard).toEqual(['0 started a 0', '100 position a 100']);
  thaw();
  await clock.run();
  expect(heard.at(-1)).toBe('5030 finished a 150');
});

test('what was played can be looked at in the middle of it', async () => {
  const { clock, played, start, send } = client();
  start('a');
  expect(played()).toMatchObject([{ outcome: 'waiting', startedAtMs: undefined, stoppedAtMs: undefined }]);
  send('a', 100);
  await clock.run(30);
  expect(played()).toMatchObject([{ utterance: 'a', sampleRate: 16_000, outcome: 'playing', stoppedAtMs: 30 }]);
  expect(played()[0]?.samples.length).toBe(480);
});

test('at a rate whose samples do not fall on whole ms the play head ends on the last sample', async () => {
  const { clock, reports, start, send, end } = client();
  start('a', 44_100);
  for (let n = 0; n < 7; n++) send('a', 20);
  end('a');
  await clock.run();
  const samples = 7 * 320;
  expect(reports.map(({ report }) => report.playedSamples)).toEqual([0, samples]);
  expect(clock.now()).toBeCloseTo((samples * 1000) / 44_100, 6);
});

test('the user is in the hands of the test', () => {
  const { user, audioIn, textIn, muted, connected } = createTransportDouble();
  const seen: unknown[] = [];
  audioIn.subscribe((frame) => seen.push(frame.sampleRate));
  textIn?.subscribe((text) => seen.push(text));
  muted?.subscribe((value) => seen.push({ muted: value }));
  connected?.subscribe((value) => seen.push({ connected: value }));
  user.audio.next(silence(20));
  user.text.next('hello');
  user.muted.next(true);
  user.connected.next(false);
  expect(seen).toEqual([{ muted: false }, { connected: true }, 16_000, 'hello', { muted: true }, { connected: false }]);
});

test('leaving stops the play head and everything on its way', async () => {
  const ledger = new SubscriptionLedger();
  const { clock, close, played, start, send } = client({ latencyMs: 10, ledger });
  start('a');
  send('a', 500);
  await clock.run(100);
  expect(ledger.open()).toEqual({ playout: 1 });
  close();
  expect(ledger.open()).toEqual({});
  expect(clock.pending).toBe(0);
  await clock.run(300);
  expect(played()[0]?.samples.length).toBe(90 * 16);
});
