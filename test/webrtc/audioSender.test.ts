import { VirtualTimeScheduler } from 'rxjs';
import { expect, test } from 'vitest';
import { createAudioSender, type AudioSender, type SentPacket } from '../../src/webrtc/audioSender.ts';
import type { PlayoutUpdate } from '../../src/webrtc/frames.ts';

const RATE = 8000;
const SAMPLES = 160;

interface Sent extends SentPacket {
  readonly atMs: number;
}

/** A sender in virtual time. */
function createSubject() {
  const scheduler = new VirtualTimeScheduler();
  const packets: Sent[] = [];
  const reports: (PlayoutUpdate & { readonly atMs: number })[] = [];
  let left = 0;
  const sender: AudioSender = createAudioSender({
    scheduler,
    sampleRate: RATE,
    encode: (samples) => Uint8Array.from([samples[0] ?? 0, samples.at(-1) ?? 0]),
    send: (packet) => packets.push({ ...packet, atMs: scheduler.now() }),
    report: (update) => reports.push({ ...update, atMs: scheduler.now() }),
    left: (frames) => (left += frames),
  });
  const runTo = (ms: number): void => {
    scheduler.maxFrames = ms;
    scheduler.flush();
    scheduler.frame = ms;
  };
  return { sender, packets, reports, runTo, left: () => left };
}

const audio = (packets: number, value = 1): Int16Array => new Int16Array(packets * SAMPLES).fill(value);
const isAudio = ({ payload }: SentPacket): boolean => payload[0] !== 0;

test('sends a packet every 20 ms, however early the audio comes', () => {
  const { sender, packets, runTo } = createSubject();
  sender.start('u0');
  sender.push(audio(4));
  runTo(1000);
  expect(packets.filter(isAudio).map(({ atMs, timestamp }) => [atMs, timestamp])).toEqual([
    [0, 0],
    [20, 960],
    [40, 1920],
    [60, 2880],
  ]);
});

test('reports the start, every 100 ms, and the end when it is played', () => {
  const { sender, reports, runTo } = createSubject();
  sender.start('u0');
  sender.push(audio(11));
  sender.end('u0');
  runTo(1000);
  expect(reports).toEqual([
    { type: 'playback.started', utterance_id: 'u0', played_samples: 0, atMs: 0 },
    { type: 'playback.position', utterance_id: 'u0', played_samples: 5 * SAMPLES, atMs: 100 },
    { type: 'playback.position', utterance_id: 'u0', played_samples: 10 * SAMPLES, atMs: 200 },
    { type: 'playback.finished', utterance_id: 'u0', played_samples: 11 * SAMPLES, atMs: 220 },
  ]);
});

test('a clear drops what was not sent, and reports exactly what was', () => {
  const { sender, packets, reports, runTo, left } = createSubject();
  sender.start('u0');
  sender.push(audio(10));
  sender.push(audio(40));
  runTo(130);
  sender.clear('u0', 3);
  runTo(1000);
  expect(packets.filter(isAudio)).toHaveLength(7);
  expect(reports.at(-1)).toEqual({
    type: 'playback.cleared',
    utterance_id: 'u0',
    clear_id: 3,
    played_samples: 7 * SAMPLES,
    atMs: 130,
  });
  expect(left()).toBe(2);
});

test('a clear of an utterance that was played to its end reports all of it', () => {
  const { sender, reports, runTo } = createSubject();
  sender.start('u0');
  sender.push(audio(2));
  sender.end('u0');
  runTo(200);
  sender.clear('u0', 0);
  expect(reports.at(-1)).toMatchObject({ type: 'playback.cleared', played_samples: 2 * SAMPLES });
});

test('the last packet of an utterance is filled with silence, which is not reported', () => {
  const { sender, packets, reports, runTo } = createSubject();
  sender.start('u0');
  sender.push(audio(1.5));
  sender.end('u0');
  runTo(200);
  expect(packets.slice(0, 2).map(({ payload }) => [...payload])).toEqual([
    [1, 1],
    [1, 0],
  ]);
  expect(reports.at(-1)).toMatchObject({ type: 'playback.finished', played_samples: 1.5 * SAMPLES, atMs: 40 });
});

test('packets are cut out of frames of any length', () => {
  const { sender, packets, runTo, left } = createSubject();
  sender.start('u0');
  for (const value of [1, 2, 3]) sender.push(new Int16Array(100).fill(value));
  sender.end('u0');
  runTo(100);
  expect(packets.slice(0, 2).map(({ payload }) => [...payload])).toEqual([
    [1, 2],
    [2, 0],
  ]);
  expect(left()).toBe(3);
});

test('behind the audio it sends 200 ms of silence, and then nothing', () => {
  const { sender, packets, runTo } = createSubject();
  sender.start('u0');
  sender.push(audio(1));
  sender.end('u0');
  runTo(5000);
  expect(packets).toHaveLength(11);
  expect(packets.at(-1)?.atMs).toBe(200);
});

test('the next utterance begins with a marker, at its own time', () => {
  const { sender, packets, runTo } = createSubject();
  sender.start('u0');
  sender.push(audio(1));
  sender.end('u0');
  runTo(3000);
  sender.start('u1');
  sender.push(audio(1));
  runTo(3010);
  expect(packets.at(-1)).toMatchObject({ marker: true, timestamp: 3000 * 48, atMs: 3000 });
  expect(packets.filter(({ marker }) => marker)).toHaveLength(2);
});

test('utterances follow each other without a gap', () => {
  const { sender, packets, reports, runTo } = createSubject();
  for (const utterance of ['u0', 'u1']) {
    sender.start(utterance);
    sender.push(audio(2));
    sender.end(utterance);
  }
  runTo(500);
  expect(packets.filter(isAudio).map(({ atMs }) => atMs)).toEqual([0, 20, 40, 60]);
  expect(reports.map(({ type, utterance_id, atMs }) => `${utterance_id} ${type} ${atMs}`)).toEqual([
    'u0 playback.started 0',
    'u0 playback.finished 40',
    'u1 playback.started 40',
    'u1 playback.finished 80',
  ]);
});

test('audio that is late continues when it comes', () => {
  const { sender, packets, runTo } = createSubject();
  sender.start('u0');
  sender.push(audio(1));
  runTo(95);
  sender.push(audio(1));
  runTo(500);
  expect(packets.filter(isAudio).map(({ atMs }) => atMs)).toEqual([0, 100]);
});

test('stop ends it: nothing more is sent', () => {
  const { sender, packets, runTo } = createSubject();
  sender.start('u0');
  sender.push(audio(50));
  runTo(50);
  sender.stop();
  runTo(5000);
  expect(packets).toHaveLength(3);
});

test('audio outside of utterances is dropped', () => {
  const { sender, packets, runTo, left } = createSubject();
  sender.push(audio(5));
  runTo(500);
  expect([packets.length, left()]).toEqual([0, 1]);
});
