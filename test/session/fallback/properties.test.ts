import fc from 'fast-check';
import { from, map, of, tap, type Observable } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { concatSamples } from '../../../src/core/audio.ts';
import type { SttEvent, TextToSpeech, TtsEvent } from '../../../src/core/ports.ts';
import { createTtsFallback } from '../../../src/fallback/createTtsFallback.ts';
import { SubscriptionLedger } from '../../../src/stream/subscriptionLedger.ts';
import type { TtsBehaviour } from '../../../src/testing/doubles/emitSpeech.ts';
import type { SttUtterance } from '../../../src/testing/doubles/sttSegment.ts';
import { createTtsDouble } from '../../../src/testing/doubles/tts.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { runs } from '../../properties/runs.ts';
import { createSttRig } from './sttRig.ts';

const RUNS = runs(38);
const SAMPLES_PER_CHAR = 960;

const hedge = fc.constantFrom(undefined, { afterMs: 50 }, { afterMs: 700 });

describe('whatever fails of several voices', () => {
  const words = fc.array(fc.stringMatching(/^[a-z]{1,8}$/u), { minLength: 1, maxLength: 12 });
  /** What happens to each utterance of a voice: it is late, slow, breaks off or stalls after some characters. */
  const behaviour: fc.Arbitrary<TtsBehaviour> = fc.record({
    firstAudioMs: fc.constantFrom(0, 30, 400, 1900, 2500),
    speed: fc.constantFrom(Number.POSITIVE_INFINITY, 3, 1),
    stallAfterChars: fc.option(fc.nat(60), { nil: undefined }),
    failAfterChars: fc.option(fc.nat(60), { nil: undefined }),
  });
  const healthy: fc.Arbitrary<TtsBehaviour> = fc.record({
    firstAudioMs: fc.constantFrom(0, 30, 400),
    speed: fc.constantFrom(Number.POSITIVE_INFINITY, 3, 1),
  });

  test('each word is said once, whole, where it is timed, and none is lost', async () => {
    const voices = fc.tuple(fc.array(behaviour, { minLength: 1, maxLength: 2 }), healthy);
    const input = fc.record({ words, voices, hedge, sentences: fc.boolean(), pauseMs: fc.constantFrom(0, 100, 900) });
    const property = fc.asyncProperty(input, async (given) => {
      const [failing, last] = given.voices;
      const clock = new VirtualClock();
      const ledger = new SubscriptionLedger();
      const ports = [...failing, last].map((own, at) =>
        withWholeWords(createTtsDouble({ name: 'abc'.charAt(at), scheduler: clock, ledger, ...own })),
      );
      const tts = createTtsFallback(ports, { scheduler: clock, hedge: given.hedge });
      const text = given.words.join(' ');
      const events: TtsEvent[] = [];
      let isComplete = false;
      tts
        .synthesize(cut(text, given.sentences))
        .subscribe({ next: (event) => events.push(event), complete: () => (isComplete = true) });
      await clock.advance(120_000);
      expect(isComplete).toBe(true);
      expectEachOnce(text, events);
      expect([ledger.open(), clock.pending]).toEqual([{}, 0]);
    });
    await fc.assert(property, RUNS);
  });

  test('leaving it at any time leaves every voice, and no timer', async () => {
    const input = fc.record({
      voices: fc.array(behaviour, { minLength: 1, maxLength: 3 }),
      hedge,
      afterMs: fc.nat(4000),
    });
    const property = fc.asyncProperty(input, async ({ voices, hedge: hedged, afterMs }) => {
      const clock = new VirtualClock();
      const ledger = new SubscriptionLedger();
      const ports = voices.map((own) => createTtsDouble({ scheduler: clock, ledger, ...own }));
      const tts = createTtsFallback(ports, { scheduler: clock, hedge: hedged });
      const speaking = tts.synthesize(of('Your table is booked. ')).subscribe({ error: () => {} });
      await clock.advance(afterMs);
      speaking.unsubscribe();
      expect([ledger.open(), clock.pending]).toEqual([{}, 0]);
    });
    await fc.assert(property, RUNS);
  });
});

describe('whatever fails of several recognisers', () => {
  const TEXTS = ['what time is it', 'tell me about the place', 'thank you'];
  const failing: fc.Arbitrary<Partial<SttUtterance>> = fc.record(
    {
      answer: fc.constantFrom('final', 'failed', 'none', 'breaks'),
      delayMs: fc.constantFrom(0, 50, 900, 3000),
    },
    { requiredKeys: ['answer'] },
  );
  /** A recogniser that has failed brings its words, after all. */
  const withLate = (utterance: SttUtterance): SttUtterance =>
    utterance.answer === 'failed' ? { ...utterance, late: { text: 'too late', afterMs: 500 } } : utterance;

  test('each segment is answered once, with its words, and no word twice', async () => {
    const input = fc.record({
      segments: fc.array(fc.record({ inputs: fc.constantFrom('saae', 'saaaaae', 'sae'), waitMs: fc.nat(3000) }), {
        minLength: 1,
        maxLength: 3,
      }),
      members: fc.array(fc.array(failing, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 2 }),
      parts: fc.boolean(),
      hedge,
    });
    const property = fc.asyncProperty(input, async ({ segments, members, parts, hedge: hedged }) => {
      const textOf = (segment: number) => (parts ? (TEXTS[segment] ?? '').split(' ') : (TEXTS[segment] ?? ''));
      const rig = createSttRig(
        [
          ...members.map((own) => ({
            says: (segment: number) => withLate({ text: textOf(segment), ...own[segment] }),
            finalTimeoutMs: 4000,
          })),
          { says: (segment: number) => ({ text: textOf(segment) }) },
        ],
        { hedge: hedged },
      );
      for (const [segment, { inputs, waitMs }] of segments.entries()) {
        rig.speak(segment, inputs);
        await rig.clock.advance(waitMs);
      }
      rig.complete();
      await rig.clock.advance(60_000);
      for (const segment of segments.keys()) {
        const own = rig.all.filter((event) => event.segment === segment);
        const finals = own.flatMap((event) => (event.kind === 'final' ? [event.text] : []));
        expect(finals.join(' ')).toBe(TEXTS[segment]);
        expect(own.filter(isAnswer)).toHaveLength(1);
      }
      expect([rig.events.at(-1)?.split(' ')[1], rig.open(), rig.clock.pending]).toEqual([
        'complete',
        rig.open().map(() => 0),
        0,
      ]);
    });
    await fc.assert(property, RUNS);
  });
});

function isAnswer(event: SttEvent): boolean {
  return event.kind === 'final' ? event.last !== false : event.kind === 'empty' || event.kind === 'failed';
}

/** Gives a text by the sentence, or by the word. */
function cut(text: string, bySentence: boolean): Observable<string> {
  return bySentence ? of(text) : from(text.match(/\S+\s*/gu) ?? []);
}

/** Leaves out the timings of words that the double has cut in two: no provider times half a word. */
function withWholeWords(tts: TextToSpeech): TextToSpeech {
  return {
    ...tts,
    synthesize: (text, ...rest) => {
      let all = '';
      const isWhole = ({ to }: { readonly to: number }): boolean => all.length === to || all[to] === ' ';
      return tts
        .synthesize(text.pipe(tap((piece) => (all += piece))), ...rest)
        .pipe(map((event) => (event.kind === 'words' ? { ...event, words: event.words.filter(isWhole) } : event)));
    },
  };
}

/** Each word of the text is timed once, in order, and its audio is that word. */
function expectEachOnce(text: string, events: readonly TtsEvent[]): void {
  const timed = events.flatMap((event) => (event.kind === 'words' ? event.words : []));
  const expected = [...text.matchAll(/\S+/gu)].map(({ 0: word, index }) => [index, index + word.length]);
  expect(timed.map((word) => [word.from, word.to])).toEqual(expected);
  const audio = concatSamples(events.flatMap((event) => (event.kind === 'audio' ? [event.frame.samples] : [])));
  const sampleAt = (ms: number, char: number): number =>
    audio[Math.round(ms * 16) + char * SAMPLES_PER_CHAR + 480] ?? 0;
  const said = timed.map(({ from: start, to, startMs }) =>
    String.fromCharCode(...Array.from({ length: to - start }, (_, char) => sampleAt(startMs, char))),
  );
  expect(said.join(' ')).toBe(text);
  const marks = events.flatMap((event) => (event.kind === 'mark' ? [event.chars] : []));
  expect(marks).toEqual([...new Set(marks)].sort((a, b) => a - b));
  expect(marks.at(-1)).toBe(text.length);
}
