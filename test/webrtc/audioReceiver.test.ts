import { expect, test } from 'vitest';
import { createAudioReceiver } from '../../src/webrtc/audioReceiver.ts';

const RATE = 16_000;
const SAMPLES = 320;

/** A receiver whose packets carry one number; -1 conceals, -2 recovers from the packet behind, 0 is silence. */
function createSubject() {
  const heard: (readonly [value: number, samples: number])[] = [];
  const receive = createAudioReceiver({
    sampleRate: RATE,
    decoder: {
      decode: ([value = 0]) => {
        if (value === 99) throw new Error('not Opus');
        return new Int16Array(SAMPLES).fill(value);
      },
      recover: (_next, samples) => new Int16Array(samples).fill(-2),
      conceal: (samples) => new Int16Array(samples).fill(-1),
    },
    emit: (samples) => heard.push([samples[0] ?? 0, samples.length]),
  });
  const take = (sequence: number, value = sequence, timestamp = sequence * 960): void =>
    receive({ sequence, timestamp, payload: Uint8Array.of(value) });
  return { take, heard, values: () => heard.map(([value]) => value) };
}

test('packets in order are heard as they come', () => {
  const { take, values } = createSubject();
  for (const sequence of [1, 2, 3]) take(sequence);
  expect(values()).toEqual([1, 2, 3]);
});

test('packets that overtake each other are put in order', () => {
  const { take, values } = createSubject();
  for (const sequence of [1, 3, 4, 2, 5]) take(sequence);
  expect(values()).toEqual([1, 2, 3, 4, 5]);
});

test('a lost packet is recovered from the one behind it', () => {
  const { take, values } = createSubject();
  for (const sequence of [1, 3, 4, 5]) take(sequence);
  expect(values()).toEqual([1, -2, 3, 4, 5]);
});

test('of several lost packets, all but the last are concealed', () => {
  const { take, values } = createSubject();
  for (const sequence of [1, 4, 5, 6]) take(sequence);
  expect(values()).toEqual([1, -1, -2, 4, 5, 6]);
});

test('a long gap is filled with silence, so that the time of the audio is that of the user', () => {
  const { take, heard } = createSubject();
  for (const sequence of [1, 51, 52, 53]) take(sequence);
  const samples = heard.reduce((sum, [, length]) => sum + length, 0);
  expect(samples).toBe(53 * SAMPLES);
  expect(heard).toContainEqual([0, 43 * SAMPLES]);
});

test('a gap of minutes is filled with 2 s', () => {
  const { take, heard } = createSubject();
  for (const sequence of [1, 901, 902, 903]) take(sequence);
  expect(heard).toContainEqual([0, 2 * RATE]);
});

test('a packet that comes twice, or too late, is dropped', () => {
  const { take, values } = createSubject();
  for (const sequence of [1, 2, 2, 1, 3]) take(sequence);
  expect(values()).toEqual([1, 2, 3]);
});

test('numbers begin again at 65,536', () => {
  const { take, values } = createSubject();
  take(65_535, 1, 0);
  take(0, 2, 960);
  take(1, 3, 1920);
  expect(values()).toEqual([1, 2, 3]);
});

test('a payload that is not Opus is concealed', () => {
  const { take, values } = createSubject();
  take(1);
  take(2, 99);
  take(3);
  expect(values()).toEqual([1, -1, 3]);
});

test('a track that paused is silent for as long', () => {
  const { take, heard } = createSubject();
  take(1);
  take(2, 2, 2 * 960 + 48_000);
  expect(heard).toEqual([
    [1, SAMPLES],
    [0, RATE],
    [2, SAMPLES],
  ]);
});

test('another stream begins anew', () => {
  const { take, values } = createSubject();
  take(1);
  take(30_000, 7);
  take(30_001, 8);
  expect(values()).toEqual([1, 7, 8]);
});
