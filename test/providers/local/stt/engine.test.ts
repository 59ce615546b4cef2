import { beforeAll, describe, expect, test } from 'vitest';
import { grammar } from '../../../../examples/concierge/grammar.ts';
import type { Background } from '../../../../providers/local/stt/background.ts';
import { loadEngine, type Decoder } from '../../../../providers/local/stt/engine.ts';
import type { SttInput } from '../../../../src/core/ports.ts';
import { spokenSegment, type SegmentOptions } from '../../../support/segments.ts';

const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const PHRASES = ['hello', 'what time is it', 'tell me about the restaurant', 'stop', 'thank you', 'goodbye'];
const BOOKINGS = NUMBERS.map(
  (people, n) => `i would like to book a table for ${people} people at ${NUMBERS[(n * 3 + 6) % 10]}`,
);

let decoder: Decoder;
let background: Background;

beforeAll(async () => {
  const engine = await loadEngine('en-US');
  decoder = await engine.createDecoder();
  background = await engine.createBackground();
  decoder.setGrammar(grammar);
});

async function heard(text: string, how: SegmentOptions = {}): Promise<string> {
  return decode(await spokenSegment(text, 0, how));
}

async function decode(inputs: readonly SttInput[]): Promise<string> {
  decoder.start();
  for (const input of inputs) if (input.kind === 'audio') decoder.process(input.frame.samples);
  decoder.stop();
  const text = decoder.text();
  await decoder.reset();
  return text;
}

function audioOf(inputs: readonly SttInput[]): readonly Float32Array[] {
  return inputs.flatMap((input) =>
    input.kind === 'audio' ? [Float32Array.from(input.frame.samples, (sample) => sample / 32_768)] : [],
  );
}

describe('the engine understands', () => {
  test.each([...PHRASES, ...BOOKINGS])('%s', async (text) => expect(await heard(text)).toBe(text));

  test.each([
    ['slow', { rate: 130 }],
    ['fast', { rate: 175 }],
    ['in British English', { voice: 'en-gb' }],
    ['quiet', { gain: 0.06 }],
    ['loud', { gain: 1.9 }],
    ['in frames of 10 ms', { frameMs: 10 }],
  ] as const)('what is spoken %s', async (_name, how) => {
    const texts = [...PHRASES, 'i would like to book a table for two people at seven'];
    const got: string[] = [];
    for (const text of texts) got.push(await heard(text, how));
    expect(got).toEqual(texts);
  });

  test('the sounds of an utterance in the same way, also if others were judged in the same tick', async () => {
    const [first, second] = [audioOf(await spokenSegment('stop', 0)), audioOf(await spokenSegment('hello', 0))];
    const alone = background.align(first);
    for (let n = 0; n < 20; n += 1) background.align(second);
    expect(background.align(first)).toEqual(alone);
  });

  test('the same audio in the same way, whatever it heard before', async () => {
    const [quiet, loud] = [await spokenSegment('stop', 0, { gain: 0.1 }), await spokenSegment('hello', 0)];
    const alone = await decode(loud);
    for (let n = 0; n < 5; n += 1) await decode(quiet);
    expect(await decode(loud)).toBe(alone);
  });

  test('nothing in silence, nothing in noise', async () => {
    expect(await heard('')).toBe('');
    expect(await decode(noise(2000))).toBe('');
  });

  test('what is outside its grammar as something inside it, or as nothing', async () =>
    expect(await heard('the weather is rather nice today')).toSatisfy((text: string) => !text.includes('weather')));
});

describe('interims of the engine', () => {
  test('the words so far', async () => {
    const guesses = new Set<string>();
    decoder.start();
    for (const input of await spokenSegment('tell me about the restaurant', 0)) {
      if (input.kind !== 'audio') continue;
      decoder.process(input.frame.samples);
      guesses.add(decoder.text());
    }
    await decoder.reset();
    expect(guesses.size).toBeGreaterThan(3);
    expect(guesses).toContain('tell me about the restaurant');
  });
});

describe('the engine of version 0.6.3', () => {
  const decodeInto = async (text: string): Promise<void> => {
    decoder.start();
    for (const input of await spokenSegment(text, 0)) if (input.kind === 'audio') decoder.process(input.frame.samples);
  };

  test('aligns a sentence: its words in order, in frames of 10 ms, each with a score', async () => {
    await decodeInto('what time is it');
    decoder.stop();
    const words = decoder.align().filter(({ text }) => text !== '');
    expect(words.map(({ text }) => text.replace(/\(.*/u, ''))).toEqual(['what', 'time', 'is', 'it']);
    for (const [n, { from, frames, score }] of words.entries()) {
      expect(from).toBeGreaterThanOrEqual(n === 0 ? 40 : (words[n - 1]?.from ?? 0));
      expect(frames).toBeGreaterThan(2);
      expect(score).toBeLessThan(0);
      expect(score).toBeGreaterThan(-200);
    }
    await decoder.reset();
  });

  test('aligns what it has so far, before the end', async () => {
    await decodeInto('thank you');
    expect(decoder.align().some(({ text }) => text.startsWith('thank'))).toBe(true);
    await decoder.reset();
  });

  test('hears the sounds of speech, the same ones each time', async () => {
    await decodeInto('stop');
    decoder.stop();
    const audio = decoder.audio();
    const heard = background.align(audio);
    await decoder.reset();
    expect(heard.filter(({ text }) => text !== '').length).toBeGreaterThan(2);
    expect(background.align(audio)).toEqual(heard);
  });

  test('knows the sounds of each variant of a word', () => {
    expect(decoder.pronounce('stop')).toEqual(['S', 'T', 'AA', 'P']);
    expect(decoder.pronounce('a(2)')).toEqual(['EY']);
    expect(decoder.pronounce('zzqx')).toEqual([]);
  });
});

test('a decoder that is interrupted recognises the next segment as if nothing had been', async () => {
  const inputs = await spokenSegment('what time is it', 0);
  decoder.start();
  for (const input of inputs.slice(0, 30)) if (input.kind === 'audio') decoder.process(input.frame.samples);
  await decoder.reset();
  expect(await heard('thank you')).toBe('thank you');
});

test('another grammar is another language: only its sentences are heard', async () => {
  decoder.setGrammar('#JSGF V1.0;\ngrammar answers;\npublic <answer> = yes | no | maybe;');
  expect(await heard('maybe')).toBe('maybe');
  decoder.setGrammar(grammar);
  expect(await heard('goodbye')).toBe('goodbye');
});

test('French is understood with the French model', async () => {
  const french = await (await loadEngine('fr-FR')).createDecoder();
  french.setGrammar('#JSGF V1.0;\ngrammar accueil;\npublic <a> = bonjour | au revoir | merci beaucoup;');
  french.start();
  for (const input of await spokenSegment('merci beaucoup', 0, { voice: 'fr' })) {
    if (input.kind === 'audio') french.process(input.frame.samples);
  }
  french.stop();
  expect(french.text()).toBe('merci beaucoup');
});

test('a hundred segments take no more memory than ten', async () => {
  const inputs = await spokenSegment('stop', 0);
  const after = async (segments: number): Promise<number> => {
    for (let n = 0; n < segments; n += 1) await decode(inputs);
    return process.memoryUsage().external;
  };
  const ten = await after(10);
  expect((await after(90)) - ten).toBeLessThan(2 ** 20);
});

function noise(ms: number): readonly SttInput[] {
  let seed = 7;
  const samples = Int16Array.from({ length: ms * 16 }, () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff;
    return (seed >> 16) % 3000;
  });
  return [{ kind: 'audio', segment: 0, frame: { samples, sampleRate: 16_000 } }];
}
