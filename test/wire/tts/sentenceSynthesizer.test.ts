import { catchError, delay, map, NEVER, Observable, of } from 'rxjs';
import { describe, expect, test } from 'vitest';
import type { SentenceEvent } from '../../../src/wire/tts/bySentence.ts';
import { AntiphonError } from '../../../src/core/errors.ts';
import type { AudioDecoderSource } from '../../../src/wire/audio/decoder.ts';
import { pcm16 } from '../../../src/wire/audio/pcm.ts';
import type { HttpEvent } from '../../../src/wire/http.ts';
import { createSentenceSynthesizer, type HttpTtsSource } from '../../../src/wire/tts/sentenceSynthesizer.ts';
import { splitToFit } from '../../../src/wire/tts/textLimit.ts';
import { marbles } from '../../../src/testing/marbles.ts';

const events: Record<string, HttpEvent> = {
  h: { kind: 'head', status: 200, headers: {} },
  a: { kind: 'bytes', bytes: Uint8Array.of(1, 0, 2) },
  b: { kind: 'bytes', bytes: Uint8Array.of(0, 3, 0) },
  o: { kind: 'bytes', bytes: new Uint8Array() },
};
const audio = (...samples: number[]): SentenceEvent => ({
  kind: 'audio',
  frame: { samples: Int16Array.from(samples), sampleRate: 24_000 },
});
const NO_AUDIO = new AntiphonError('provider_failed', 'voice: returned no audio although the call succeeded', {
  provider: 'voice',
  status: undefined,
});

describe('TTS over plain HTTP', () => {
  test('brings the samples of an answer as its bytes come', () =>
    marbles(({ cold, expectObservable }) => {
      const speak = createSentenceSynthesizer(voiceOf({ send: () => cold('-h-a-b-|', events) }));
      expectObservable(speak('Hi.')).toBe('---a-b-|', { a: audio(1), b: audio(2, 3) });
    }));

  test('requests the sentence without the space around it and the control characters in it', () => {
    const asked: string[] = [];
    createSentenceSynthesizer(voiceOf({ send: (text) => (asked.push(text), NEVER) }))(
      ' Hello\u0007 there. ',
    ).subscribe();
    expect(asked).toEqual(['Hello there.']);
  });

  test.each(['application/json', 'application/problem+json; charset=utf-8', 'text/html'])(
    'fails where the answer is %s, and plays none of it',
    (type) =>
      marbles(({ cold, expectObservable }) => {
        const letters = { ...events, h: { kind: 'head', status: 200, headers: { 'content-type': type } } } as const;
        const synthesized = createSentenceSynthesizer(voiceOf({ send: () => cold('-ha|', letters) }))('Hi.').pipe(
          catchError((error: unknown) => of(error)),
          map(textOf),
        );
        expectObservable(synthesized).toBe('-(x|)', {
          x: `provider_failed voice answered with ${type} instead of audio`,
        });
      }),
  );

  test('takes silence for an answer where there is nothing that must sound', () =>
    marbles(({ cold, expectObservable }) => {
      const speak = createSentenceSynthesizer(voiceOf({ send: () => cold('-h-|', events) }));
      expectObservable(speak('🙂')).toBe('---|');
    }));

  test.each(['-h-|', '-h-o-|'])('fails where an answer holds no audio: %s', (diagram) =>
    marbles(({ cold, expectObservable }) => {
      const speak = createSentenceSynthesizer(voiceOf({ send: () => cold(diagram, events) }));
      expectObservable(speak('Hi.')).toBe(diagram.replaceAll(/[ho]/gu, '-').replace('|', '#'), {}, NO_AUDIO);
    }),
  );

  test('requests a sentence that is too long in parts, one after the other', () =>
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const first = cold('-ha|', events);
      const second = cold('-ha|', events);
      const speak = createSentenceSynthesizer(
        voiceOf({
          send: (text) => ({ 'one two ': first, three: second })[text] ?? NEVER,
          limit: { max: 8, sizeOf: lengthOf },
        }),
      );
      expectObservable(speak('one two three')).toBe('--a--a|', { a: audio(1) });
      expectSubscriptions(first.subscriptions).toBe('^--!');
      expectSubscriptions(second.subscriptions).toBe('---^--!');
    }));

  test('aborts the request when it is unsubscribed, and frees the decoder', () =>
    marbles(({ cold, expectObservable, expectSubscriptions, flush }) => {
      const answer = cold('-h-a-b-|', events);
      const { decoder, freed } = counted(pcm16);
      expectObservable(createSentenceSynthesizer(voiceOf({ send: () => answer, decoder }))('Hi.'), '^---!').toBe(
        '---a',
        {
          a: audio(1),
        },
      );
      expectSubscriptions(answer.subscriptions).toBe('^---!');
      flush();
      expect(freed()).toBe(1);
    }));

  test('frees the decoder of an answer that is over', () => {
    const { decoder, freed } = counted(pcm16);
    createSentenceSynthesizer(
      voiceOf({ send: () => of(...'hab'.split('').flatMap((key) => events[key] ?? [])), decoder }),
    )('Hi.').subscribe();
    expect(freed()).toBe(1);
  });

  test('sends the request when its decoder is loaded', () =>
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const answer = cold('-ha|', events);
      const speak = createSentenceSynthesizer(voiceOf({ send: () => answer, decoder: pcm16.pipe(delay(5)) }));
      expectObservable(speak('Hi.')).toBe('-------a|', { a: audio(1) });
      expectSubscriptions(answer.subscriptions).toBe('-----^--!');
    }));

  test('names itself in the error of a decoder', () =>
    marbles(({ cold, expectObservable }) => {
      const broken: AudioDecoderSource = of({
        push: () => {
          throw new Error('the WAV file has no samples');
        },
      });
      const speak = createSentenceSynthesizer(voiceOf({ send: () => cold('-ha|', events), decoder: broken }));
      const synthesized = speak('Hi.').pipe(
        catchError((error: unknown) => of(error)),
        map(textOf),
      );
      expectObservable(synthesized).toBe('--(x|)', { x: 'provider_failed voice the WAV file has no samples' });
    }));
});

describe('text that is too long', () => {
  const fit = (text: string, max: number): readonly string[] => splitToFit(text, { max, sizeOf: lengthOf });

  test.each([
    ['that fits stays whole', 'one two three', 13, ['one two three']],
    ['is cut behind a space', 'one two three', 9, ['one two ', 'three']],
    ['is cut as late as can be', 'a b c d e', 4, ['a b ', 'c d ', 'e']],
    ['without a space is cut anywhere', 'abcdefgh', 3, ['abc', 'def', 'gh']],
    ['with one long word is cut inside that word only', 'hi abcdef yo', 4, ['hi a', 'bcde', 'f yo']],
    ['is not cut inside a character', 'x👨‍👩‍👧y', 8, ['x', '👨‍👩‍👧', 'y']],
    ['is measured in bytes where the provider counts bytes', 'éé éé', 5, ['éé ', 'éé']],
  ])('%s', (name, text, max, parts) => {
    const sizeOf = name.includes('bytes') ? (part: string) => Buffer.byteLength(part) : lengthOf;
    expect(splitToFit(text, { max, sizeOf })).toEqual(parts);
    expect(fit(text, max).join('')).toBe(text);
  });
});

function voiceOf(rest: Partial<HttpTtsSource> & Pick<HttpTtsSource, 'send'>): HttpTtsSource {
  return {
    name: 'voice',
    sampleRate: 24_000,
    language: 'en',
    limit: { max: 4096, sizeOf: lengthOf },
    decoder: pcm16,
    ...rest,
  };
}

function lengthOf({ length }: string): number {
  return length;
}

/** A decoder that notes how often it was freed. */
function counted(decoder: AudioDecoderSource): { readonly decoder: AudioDecoderSource; readonly freed: () => number } {
  let freed = 0;
  const open: AudioDecoderSource = new Observable((subscriber) => {
    subscriber.add(decoder.subscribe(subscriber));
    subscriber.add(() => (freed += 1));
  });
  return { decoder: open, freed: () => freed };
}

function textOf(error: unknown): string {
  if (!(error instanceof AntiphonError)) return 'no AntiphonError';
  return `${error.code} ${error.details.provider} ${error.message}`;
}
