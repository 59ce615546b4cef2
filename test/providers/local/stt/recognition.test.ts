import { describe, expect, test } from 'vitest';
import type { Decoder } from '../../../../providers/local/stt/engine.ts';
import type { EngineSttEvent } from '../../../../src/wire/engine/messages.ts';
import { createRecognition } from '../../../../providers/local/stt/recognition.ts';
import type { SttInput } from '../../../../src/core/ports.ts';

/** A decoder whose guess after each 20 ms of audio is the next of `guesses`, and whose last word is `result`. */
function decoderOf(guesses: readonly string[], result: string, faults: readonly string[] = []): Decoder {
  let heard = 0;
  let stopped = false;
  return {
    setGrammar: () => faults,
    knows: () => true,
    start: () => {},
    process: (samples) => void (heard += samples.length / 320),
    text: () => (stopped ? result : (guesses[Math.min(heard, guesses.length) - 1] ?? '')),
    align: () => [],
    audio: () => [],
    pronounce: () => [],
    stop: () => void (stopped = true),
    reset: async () => {},
  };
}

const start: SttInput = { kind: 'start', segment: 3 };
const flush: SttInput = { kind: 'flush', segment: 3 };
const end: SttInput = { kind: 'end', segment: 3 };
const audio = (ms: number): SttInput[] =>
  Array.from({ length: ms / 20 }, () => ({
    kind: 'audio',
    segment: 3,
    frame: { samples: new Int16Array(320), sampleRate: 16_000 },
  }));

const interimsOf = (decoder: Decoder, inputs: readonly SttInput[]): string[] =>
  inputs.flatMap(createRecognition(decoder, 3, { grammar: 'a grammar' })).map(written);

function written(event: EngineSttEvent): string {
  if (event.kind === 'final') return `${event.last === true ? 'answer' : 'final'}: ${event.text}`;
  return event.kind === 'interim' ? event.text : event.kind === 'failed' ? `failed: ${event.message}` : event.kind;
}

/** Guesses that last for 100 ms of audio each. */
const each100Ms = (...guesses: readonly string[]): string[] => guesses.flatMap((guess) => Array<string>(5).fill(guess));

describe('interims', () => {
  test('have the words that three guesses in a row, 100 ms apart, begin with', () => {
    const guesses = each100Ms('what', 'what time', 'what time is', 'what time is it', 'what time is it');
    expect(interimsOf(decoderOf(guesses, ''), [start, ...audio(600)])).toEqual([
      'what',
      'what time',
      'what time is',
      'what time is it',
    ]);
  });

  test('come when there is a new word, and not before', () => {
    const slow = each100Ms('what', 'what', 'what', 'what', 'what', 'what time', 'what time', 'what time');
    expect(interimsOf(decoderOf(slow, ''), [start, ...audio(700)])).toEqual(['what']);
    expect(interimsOf(decoderOf(slow, ''), [start, ...audio(800)])).toEqual(['what', 'what time']);
  });

  test('lack a word that the engine takes back within 0.3 s', () => {
    const guesses = each100Ms('thank', 'thank you', 'thank stop', 'thank you', 'thank you', 'thank you');
    expect(interimsOf(decoderOf(guesses, ''), [start, ...audio(600)])).toEqual(['thank', 'thank you']);
  });

  test('do not come without words', () => {
    const doubtful = each100Ms('stop', 'stop', '', '', '', '');
    expect(interimsOf(decoderOf(doubtful, ''), [start, ...audio(600)])).toEqual([]);
  });
});

describe('the answer to the end', () => {
  test('is the recognised text', () =>
    expect(interimsOf(decoderOf([], 'thank you'), [start, end])).toEqual(['answer: thank you']));

  test('is empty where nothing was', () =>
    expect(interimsOf(decoderOf(['hello'], ''), [start, end])).toEqual(['empty']));
});

describe('a flush', () => {
  const guesses = each100Ms('tell me', 'tell me', 'tell me', 'tell me about', 'tell me about', 'tell me about');
  const result = 'tell me about the restaurant';

  test('is answered by the words so far; they are not emitted again', () =>
    expect(interimsOf(decoderOf(guesses, result), [start, ...audio(300), flush, ...audio(300), end])).toEqual([
      'tell me',
      'answer: tell me',
      'about',
      'answer: about the restaurant',
    ]));

  test('is answered empty where there are none', () =>
    expect(interimsOf(decoderOf([], result), [start, flush, end])).toEqual(['empty', `answer: ${result}`]));

  test('is answered empty where all was given before', () =>
    expect(interimsOf(decoderOf(['tell me'], 'tell me'), [start, ...audio(20), flush, flush, end])).toEqual([
      'answer: tell me',
      'empty',
      'empty',
    ]));

  test('takes nothing back: what turns out different comes behind it', () =>
    expect(interimsOf(decoderOf(['at ten'], 'at three people'), [start, ...audio(20), flush, end])).toEqual([
      'answer: at ten',
      'answer: three people',
    ]));

  test('gives nothing twice where the guess shrinks and grows again', () => {
    const wavering = ['what time is', 'what', 'what time is it'];
    expect(
      interimsOf(decoderOf(wavering, 'what time is it'), [
        start,
        ...audio(20),
        flush,
        ...audio(20),
        flush,
        ...audio(20),
        end,
      ]),
    ).toEqual(['answer: what time is', 'empty', 'answer: it']);
  });
});

test('a grammar that the engine refuses fails the segment at its start', () =>
  expect(interimsOf(decoderOf([], '', ['syntax error']), [start])).toEqual(['failed: the grammar: syntax error']));

describe('with a background', () => {
  const background = { align: () => [] };
  const answerTo = (decoder: Decoder, below: number): readonly EngineSttEvent[] =>
    [start, ...audio(600), end].flatMap(
      createRecognition(decoder, 3, { grammar: 'a grammar', reject: { below, background } }),
    );
  const decoder = (): Decoder => ({
    ...decoderOf([], 'thank you'),
    align: () => [{ text: 'thank', from: 0, frames: 20, score: -20 }],
  });

  test('a sentence has a confidence', () =>
    expect(answerTo(decoder(), 0)).toEqual([
      { kind: 'final', segment: 3, text: 'thank you', last: true, confidence: expect.any(Number) },
    ]));

  test('a sentence of a confidence below the limit is none', () =>
    expect(answerTo(decoder(), 1)).toEqual([{ kind: 'empty', segment: 3 }]));

  test('words that an interim has shown are withdrawn', () =>
    expect(answerTo({ ...decoder(), text: () => 'thank you' }, 1)).toEqual([
      { kind: 'interim', segment: 3, text: 'thank you' },
      { kind: 'final', segment: 3, text: '', last: true },
    ]));

  test('speech that is no sentence is rejected; a noise is empty', () => {
    const hum = Float32Array.from({ length: 16_000 }, (_, n) => 0.5 * Math.sin(n / 16));
    const spoken = { ...decoder(), audio: () => [hum] };
    expect(answerTo(spoken, 1)).toEqual([{ kind: 'rejected', segment: 3, message: expect.any(String) }]);
    expect(answerTo({ ...spoken, text: () => '', align: () => [] }, 0.5)).toEqual([
      { kind: 'rejected', segment: 3, message: expect.any(String) },
    ]);
  });
});
