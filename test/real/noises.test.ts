import { from, lastValueFrom, map, toArray } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { silero } from '../../providers/silero/model.ts';
import type { VadModel } from '../../src/core/ports.ts';
import { createResampler } from '../../src/core/resampler.ts';
import { createTestSession, type TestSessionOptions } from '../support/testSession.ts';
import { speakPcm } from '../support/voice.ts';
import type { EventName } from '../../src/testing/score/names.ts';
import { timesOf } from '../support/timedEvent.ts';

// The audio is real and so are its scores: Silero's, taken beforehand and played back window by window, for what a thread
// answers does not move with virtual time. So the very window is certain, and minutes of conversation take seconds.
const RATE = 16_000;
const WINDOW = 512;
const WINDOW_MS = 32;
const MODEL = silero({ sampleRate: RATE });

/** The agent speaks from the start, for half a minute; what the user does begins later. */
const STORY =
  'We opened in nineteen eighty, and my grandmother cooked here for forty years without a day of rest. '.repeat(5);
const BEGIN_MS = 2000;

const voices = await Promise.all(['en-us', 'en-us+f2'].map(recorded));
const places = voices.flatMap((speech) => [100, 500, 900, 1300, 1700, 2100, 2300].map((atMs) => ({ speech, atMs })));

describe.each([200, 300, 400])('%i ms of speech over the agent', (ms) => {
  test.each([
    ['alone', 1],
    ['twice, 300 ms apart', 2],
  ])('%s: are heard, and do not interrupt', async (_, times) => {
    for (const { speech, atMs } of places) {
      const cut = excerpt(speech, atMs, ms);
      const { heard, interruptedAt } = await overTheAgent(Array.from({ length: times }, () => cut));
      expect([heard, interruptedAt], `the cut at ${atMs} ms`).toEqual([true, undefined]);
    }
  });
});

test('700 ms of speech interrupt, in the first window at which 0.5 s are voiced', async () => {
  for (const { speech, atMs } of places) {
    const { interruptedAt, halfSecondAt } = await overTheAgent([excerpt(speech, atMs, 700)], {}, 'not this one');
    expect(interruptedAt, `the cut at ${atMs} ms`).toBe(halfSecondAt);
  }
});

test('where interruptions are not allowed, no speech interrupts', async () => {
  for (const speech of voices) {
    const { heard, interruptedAt, halfSecondAt } = await overTheAgent([speech], { allow_interruptions: false });
    expect(halfSecondAt).toBeDefined();
    expect([heard, interruptedAt]).toEqual([true, undefined]);
  }
});

test.each([
  ['hiss', hiss()],
  ['hum', (n: number) => Math.sin((2 * Math.PI * 100 * n) / RATE)],
  ['knocking', (n: number) => (n % 4000 < 160 ? Math.sin(n * n) : 0)],
])('noise does not interrupt: %s', async (_, wave) => {
  const noise = Int16Array.from({ length: 3 * RATE }, (__, n) => 10_000 * wave(n));
  expect((await overTheAgent([noise])).interruptedAt).toBeUndefined();
});

interface Outcome {
  /** The voice activity detection took it for speech. */
  readonly heard: boolean;
  /** In ms from the session's start, like all times here. */
  readonly interruptedAt: number | undefined;
  /** The end of the window at which the voiced windows of a segment reach half a second. */
  readonly halfSecondAt: number | undefined;
}

/** What happens when the user makes these sounds, 300 ms apart, while the agent speaks. A recogniser takes them for these words. */
async function overTheAgent(
  sounds: readonly Int16Array[],
  config: TestSessionOptions['config'] = {},
  words = 'yes of course',
): Promise<Outcome> {
  const windows = windowsOf([silence(BEGIN_MS), ...sounds.flatMap((sound) => [sound, silence(300)]), silence(1000)]);
  const scores = await lastValueFrom(MODEL.score(from(windows)).pipe(toArray()));
  const { clock, io, events } = createTestSession({
    config: { first_message: STORY, ...config },
    stt: { says: () => words, msPerWord: 50 },
    transport: { audioIn: undefined },
    options: { ports: { vad: replay(scores) } },
  });
  for (const [index, samples] of windows.entries())
    clock.schedule(() => io.user.audio.next({ samples, sampleRate: RATE }), (index + 1) * WINDOW_MS);
  await clock.run(windows.length * WINDOW_MS);
  const timeOf = (name: EventName): number | undefined => timesOf(events, name)[0];
  return {
    heard: timeOf('user_started_speaking') !== undefined,
    interruptedAt: timeOf('agent_interrupted') ?? timeOf('agent_stopped_speaking'),
    halfSecondAt: halfSecondAt(scores),
  };
}

function replay(scores: readonly number[]): VadModel {
  return {
    sampleRate: RATE,
    windowSamples: WINDOW,
    score: (windows) => windows.pipe(map((_, index) => scores[index] ?? 0)),
  };
}

/** Counted anew, by the letter of the law: 0.5 to be voiced, 0.35 right after a voiced window of a segment. */
function halfSecondAt(scores: readonly number[]): number | undefined {
  let [voiced, last] = [0, false];
  for (const [index, p] of scores.entries()) {
    last = p >= (last && voiced >= 2 ? 0.35 : 0.5);
    if (last) voiced += 1;
    else if (voiced < 2) voiced = 0;
    if (voiced * WINDOW_MS >= 500) return (index + 1) * WINDOW_MS;
  }
  return undefined;
}

async function recorded(voice: string): Promise<Int16Array> {
  const { samples, sampleRate } = await speakPcm('I would like to book a table for two people at seven.', { voice });
  return createResampler(sampleRate, RATE).push(samples);
}

function excerpt(speech: Int16Array, atMs: number, ms: number): Int16Array {
  return speech.slice((atMs * RATE) / 1000, ((atMs + ms) * RATE) / 1000);
}

function silence(ms: number): Int16Array {
  return new Int16Array((ms * RATE) / 1000);
}

function windowsOf(sounds: readonly Int16Array[]): readonly Int16Array[] {
  const all = Int16Array.from(sounds.flatMap((sound) => [...sound]));
  return Array.from({ length: Math.floor(all.length / WINDOW) }, (_, n) => all.slice(n * WINDOW, (n + 1) * WINDOW));
}

/** White noise, the same each time. */
function hiss(): () => number {
  let seed = 1;
  return () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647 - 0.5;
  };
}
