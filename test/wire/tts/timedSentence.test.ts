import { concat, defer, delay, NEVER, of, throwError, type Observable } from 'rxjs';
import { expect, test } from 'vitest';
import type { SentenceEvent } from '../../../src/wire/tts/bySentence.ts';
import { speakTimedSentence, type PlacedWord, type SentencePart } from '../../../src/wire/tts/timedSentence.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';

/** One sample for each ms. */
const RATE = 1000;

const samples = (ms: number): Int16Array => new Int16Array(ms).fill(1);
const HELLO: PlacedWord = { text: 'Hello', startMs: 0, endMs: 300 };
const THERE: PlacedWord = { text: 'there', startMs: 300, endMs: 9999 };

/** The events of a sentence, each with the ms at which it comes. */
async function speak(
  sentence: string,
  createParts: (clock: VirtualClock) => readonly SentencePart[],
): Promise<readonly unknown[]> {
  const clock = new VirtualClock();
  const events: unknown[] = [];
  const add = (event: unknown): void => void events.push([clock.now(), event]);
  speakTimedSentence(sentence, createParts(clock), { sampleRate: RATE, scheduler: clock }).subscribe({
    next: (event) => add(shown(event, sentence)),
    error: () => add('failed'),
    complete: () => add('complete'),
  });
  await clock.run(5000);
  return events;
}

function shown(event: SentenceEvent, text: string): unknown {
  if (event.kind === 'audio') return event.frame.samples.length;
  if (event.kind !== 'words') return event.kind;
  return event.words.map(({ from, to, startMs, endMs }) => `${text.slice(from, to)} ${startMs}-${endMs}`);
}

function part(audio: Observable<Int16Array>, words: Observable<readonly PlacedWord[]>, from = 0): SentencePart {
  return { from, audio, words };
}

test('a word comes once its audio has come, and the last one ends with the audio', async () =>
  expect(
    await speak('Hello there.', (clock) => [
      part(concat(of(samples(400)), of(samples(200)).pipe(delay(50, clock))), of([HELLO, THERE])),
    ]),
  ).toEqual([
    [0, 400],
    [0, ['Hello 0-300']],
    [50, 200],
    [50, ['there 300-600']],
    [50, 'complete'],
  ]));

test('times that come after the audio are awaited', async () =>
  expect(
    await speak('Hello there.', (clock) => [part(of(samples(600)), of([HELLO, THERE]).pipe(delay(900, clock)))]),
  ).toEqual([
    [0, 600],
    [900, ['Hello 0-300']],
    [900, ['there 300-600']],
    [900, 'complete'],
  ]));

test('times that never come are not awaited for longer than a second', async () =>
  expect(await speak('Hello there.', () => [part(of(samples(600)), NEVER)])).toEqual([
    [0, 600],
    [1000, 'complete'],
  ]));

test('a sentence without its times is reported, and spoken to its end', async () =>
  expect(
    await speak('Hello there.', () => [
      part(
        of(samples(400), samples(200)),
        throwError(() => new Error('none')),
      ),
    ]),
  ).toEqual([
    [0, 400],
    [0, 'report'],
    [0, 200],
    [0, 'complete'],
  ]));

test('without audio, no times are requested', async () => {
  let requests = 0;
  const words = defer(() => ((requests += 1), of([HELLO])));
  const refused = throwError(() => new Error('refused'));
  expect(await speak('Hello.', () => [part(refused, words)])).toEqual([[0, 'failed']]);
  expect(requests).toBe(0);
});

test('the words of a second part are found and timed behind the first', async () =>
  expect(
    await speak('Hello there. Hello you.', () => [
      part(of(samples(600)), of([HELLO, THERE])),
      part(of(samples(500)), of([HELLO, { text: 'you', startMs: 300, endMs: 9999 }]), 13),
    ]),
  ).toEqual([
    [0, 600],
    [0, ['Hello 0-300']],
    [0, ['there 300-600']],
    [0, 500],
    [0, ['Hello 600-900']],
    [0, ['you 900-1100']],
    [0, 'complete'],
  ]));

test('a word has its place behind text that is not spoken', async () =>
  expect(
    await speak('Hello <break time="1s"/> there.', () => [part(of(samples(600)), of([HELLO, { ...THERE, from: 25 }]))]),
  ).toEqual([
    [0, 600],
    [0, ['Hello 0-300']],
    [0, ['there 300-600']],
    [0, 'complete'],
  ]));
