import { describe, expect, test } from 'vitest';
import type { Decoder } from '../../../../providers/local/stt/engine.ts';
import type { WorkerSttEvent } from '../../../../providers/local/stt/messages.ts';
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
  inputs.flatMap(createRecognition(decoder, 3, 'a grammar')).map(written);

function written(event: WorkerSttEvent): string {
  if (event.kind === 'final') return `${event.last === true ? 'answer' : 'final'}: ${event.text}`;
  return event.kind === 'interim' ? event.text : event.kind === 'failed' ? `failed: ${event.message}` : event.kind;
}

describe('interims', () => {
  const counting = Array.from({ length: 50 }, (_, n) => `${n + 1}`);

  test('come at most once in 100 ms of audio', () =>
    expect(interimsOf(decoderOf(counting, ''), [start, ...audio(320)])).toEqual(['5', '10', '15']));

  test('come when there is a new guess, and not before', () => {
    const slow = [...Array(7).fill('what'), ...Array(9).fill('what time')];
    expect(interimsOf(decoderOf(slow, ''), [start, ...audio(320)])).toEqual(['what', 'what time']);
  });

  test('follow the engine where it changes its mind, for the latest counts', () => {
    const guesses = ['what time', 'what', 'what time is'].flatMap((guess) => Array<string>(5).fill(guess));
    expect(interimsOf(decoderOf(guesses, ''), [start, ...audio(300)])).toEqual(['what time', 'what', 'what time is']);
  });

  test('do not come without words', () => {
    const doubtful = [...Array<string>(5).fill('stop'), ...Array<string>(15).fill('')];
    expect(interimsOf(decoderOf(doubtful, ''), [start, ...audio(400)])).toEqual(['stop']);
  });
});

describe('the answer to the end', () => {
  test('is the recognised text', () =>
    expect(interimsOf(decoderOf([], 'thank you'), [start, end])).toEqual(['answer: thank you']));

  test('is empty where nothing was', () =>
    expect(interimsOf(decoderOf(['hello'], ''), [start, end])).toEqual(['empty']));
});

describe('a flush', () => {
  const guesses = [...Array(5).fill('tell me'), ...Array(10).fill('tell me about')];
  const result = 'tell me about the restaurant';

  test('is answered by the words so far; they are not emitted again', () =>
    expect(interimsOf(decoderOf(guesses, result), [start, ...audio(100), flush, ...audio(200), end])).toEqual([
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
