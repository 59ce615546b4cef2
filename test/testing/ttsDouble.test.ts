import { from, NEVER, of, Subject, toArray, type Observable } from 'rxjs';
import { expect, test } from 'vitest';
import { concatSamples, durationMs } from '../../src/core/audio.ts';
import type { TtsEvent } from '../../src/core/ports.ts';
import { VirtualClock } from '../../src/time/virtualClock.ts';
import { textOf, createTtsDouble } from '../../src/testing/doubles/tts.ts';
import { SubscriptionLedger } from '../../src/stream/subscriptionLedger.ts';
import { logOf } from './support.ts';

const write = (event: TtsEvent): string => {
  if (event.kind === 'audio') return `audio ${durationMs(event.frame)}`;
  if (event.kind === 'mark') return `mark ${event.chars}`;
  if (event.kind !== 'words') return event.kind;
  return `words ${event.words.map(({ from: first, to, startMs, endMs }) => `${first}-${to}@${startMs}-${endMs}`).join(' ')}`;
};

function allOf(source: Observable<TtsEvent>): readonly TtsEvent[] {
  let all: readonly TtsEvent[] = [];
  source.pipe(toArray()).subscribe((events) => (all = events));
  return all;
}

const audioOf = (events: readonly TtsEvent[]): Int16Array =>
  concatSamples(events.flatMap((event) => (event.kind === 'audio' ? [event.frame.samples] : [])));

test('a piece brings its words, its audio at 60 ms a character, its mark; the end comes with the text', () => {
  const clock = new VirtualClock();
  const log = logOf(createTtsDouble().synthesize(of('Hi you.')), clock, write);
  const frames = ['audio 100', 'audio 100', 'audio 100', 'audio 100', 'audio 20'];
  expect(log).toEqual(['words 0-2@0-120 3-7@180-420', ...frames, 'mark 7', '|'].map((line) => `0 ${line}`));
});

test('offsets of words and marks count through the pieces of an utterance', () => {
  const clock = new VirtualClock();
  const log = logOf(createTtsDouble({ frameMs: 1000 }).synthesize(of('One.', ' Two.')), clock, write);
  expect(log).toEqual(
    ['words 0-4@0-240', 'audio 240', 'mark 4', 'words 5-9@300-540', 'audio 300', 'mark 9', '|'].map(
      (line) => `0 ${line}`,
    ),
  );
});

test('without timings there are no words', () => {
  const kinds = allOf(createTtsDouble({ timings: false }).synthesize(of('Hi you.'))).map(({ kind }) => kind);
  expect(new Set(kinds)).toEqual(new Set(['audio', 'mark']));
});

test.each([{}, { sampleRate: 8000 }, { sampleRate: 44_100, msPerChar: 33 }, { sampleRate: 22_050, msPerChar: 7.3 }])(
  'the audio reads as its text (%o)',
  (options) => {
    const text = ['Grüße, ', 'née 日本. '];
    const samples = audioOf(allOf(createTtsDouble(options).synthesize(from(text))));
    expect(textOf(samples, options)).toBe(text.join(''));
    expect(textOf(samples.subarray(0, samples.length - 1), options)).toBe(text.join('').slice(0, -1));
  },
);

test('the first audio can take its time, and the rest as long as making it takes', async () => {
  const clock = new VirtualClock();
  const tts = createTtsDouble({ firstAudioMs: 150, speed: 2, timings: false, scheduler: clock });
  const log = logOf(tts.synthesize(of('four', 'four')), clock, write);
  await clock.run();
  expect(log).toEqual([
    '150 audio 100',
    '200 audio 100',
    '250 audio 40',
    '270 mark 4',
    '270 audio 100',
    '320 audio 100',
    '370 audio 40',
    '390 mark 8',
    '390 |',
  ]);
});

test('it can stall after some characters', async () => {
  const clock = new VirtualClock();
  const tts = createTtsDouble({ stallAfterChars: 3, frameMs: 1000, scheduler: clock });
  const log = logOf(tts.synthesize(of('Hi', ' you.')), clock, write);
  await clock.run();
  expect(log).toEqual(['0 words 0-2@0-120', '0 audio 120', '0 mark 2', '0 audio 60']);
});

test('it can fail after some characters, or at once', () => {
  const clock = new VirtualClock();
  const failing = (failAfterChars: number): readonly string[] =>
    logOf(createTtsDouble({ failAfterChars, frameMs: 1000 }).synthesize(of('Hi you.')), clock, write);
  expect(failing(2)).toEqual(['0 words 0-2@0-120', '0 audio 120', '0 # the TTS double fails, as configured']);
  expect(failing(0)).toEqual(['0 # the TTS double fails, as configured']);
  expect(failing(8).at(-1)).toBe('0 |');
});

test('one utterance can be spoken differently from the others', () => {
  const clock = new VirtualClock();
  const tts = createTtsDouble({ frameMs: 1000, timings: false, utterances: [{}, { msPerChar: 10 }] });
  const lasting = (): string | undefined => logOf(tts.synthesize(of('four')), clock, write)[0];
  expect([lasting(), lasting(), lasting()]).toEqual(['0 audio 240', '0 audio 40', '0 audio 240']);
});

test('it lists its utterances and how they ended', () => {
  const tts = createTtsDouble({ utterances: [{}, { failAfterChars: 1 }] });
  tts.synthesize(of('All of it.')).subscribe();
  tts.synthesize(of('Fails.')).subscribe({ error: () => {} });
  const text = new Subject<string>();
  const cancelled = tts.synthesize(text).subscribe();
  tts.synthesize(NEVER).subscribe();
  text.next('Cut ');
  text.next('off.');
  cancelled.unsubscribe();
  expect(tts.utterances).toEqual([
    { text: 'All of it.', ended: 'complete' },
    { text: 'Fails.', ended: 'failed' },
    { text: 'Cut off.', ended: 'cancelled' },
    { text: '', ended: 'not yet' },
  ]);
});

test('cancelling closes it at once', async () => {
  const ledger = new SubscriptionLedger();
  const clock = new VirtualClock();
  const speaking = createTtsDouble({ firstAudioMs: 100, scheduler: clock, ledger }).synthesize(of('Hi.')).subscribe();
  await clock.run(50);
  expect(ledger.open()).toEqual({ tts: 1 });
  speaking.unsubscribe();
  expect(ledger.open()).toEqual({});
  expect(clock.pending).toBe(0);
});
