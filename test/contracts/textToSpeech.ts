import { concat, from, NEVER, of, Subject, throwError } from 'rxjs';
import type { Observable } from 'rxjs';
import { afterEach, describe, expect, test } from 'vitest';
import { msOfSamples } from '../../src/core/audio.ts';
import type { TextToSpeech, TtsEvent } from '../../src/core/ports.ts';

/** What the contract is held against: a voice, with a server of its own behind it where it needs one. */
export interface TextToSpeechSubject {
  readonly voice: TextToSpeech;
  /** Resolves as soon as nothing is open that an utterance opened: no request, no socket. */
  readonly closed: () => Promise<void>;
  /** Puts away what `make` set up. */
  readonly dispose?: () => Promise<void>;
}

const SENTENCES = ['Your table is booked. ', 'It is for two people, at seven. ', 'See you soon!'];
const TEXT = SENTENCES.join('');

/** What every voice promises, whoever speaks: the port's contract. */
export function textToSpeechContract(name: string, make: () => Promise<TextToSpeechSubject>): void {
  describe(`${name} keeps the contract of TextToSpeech`, () => {
    const subjects: TextToSpeechSubject[] = [];
    const subject = async (): Promise<TextToSpeechSubject> => {
      const made = await make();
      subjects.push(made);
      return made;
    };
    afterEach(async () => {
      for (const made of subjects.splice(0)) await made.dispose?.();
    });

    test('text becomes sound, at the rate that was promised', async () => {
      const { voice } = await subject();
      const { frames } = await heard(voice.synthesize(from(SENTENCES)));
      expect(frames.every(({ sampleRate, samples }) => sampleRate === voice.sampleRate && samples.length > 0)).toBe(
        true,
      );
      expect(frames.some(({ samples }) => samples.some((sample) => Math.abs(sample) > 1000))).toBe(true);
    });

    test('marks grow, each behind some audio, up to the end of the text', async () => {
      const { voice } = await subject();
      const { events, marks } = await heard(voice.synthesize(from(SENTENCES)));
      expect(marks).toEqual([...marks].sort((a, b) => a - b));
      expect(marks.at(-1)).toBe(TEXT.length);
      const firstMark = events.findIndex(({ kind }) => kind === 'mark');
      expect(events.slice(0, firstMark).some(({ kind }) => kind === 'audio')).toBe(true);
      expect(events.findLastIndex(({ kind }) => kind === 'audio')).toBeLessThan(events.length - 1);
    });

    test('timed words are whole words of the text, in order, inside the audio', async () => {
      const { voice } = await subject();
      const { words, durationMs } = await heard(voice.synthesize(from(SENTENCES)));
      let [to, endMs] = [0, 0];
      for (const word of words) {
        expect(word.from).toBeGreaterThanOrEqual(to);
        expect(word.to).toBeGreaterThan(word.from);
        expect(word.startMs).toBeGreaterThanOrEqual(endMs);
        expect(word.endMs).toBeGreaterThan(word.startMs);
        expect(`${TEXT[word.from - 1] ?? ''}|${TEXT[word.to] ?? ''}`).toMatch(/^[^\p{L}\p{N}]?\|[^\p{L}\p{N}]?$/u);
        [to, endMs] = [word.to, word.endMs];
      }
      expect(to).toBeLessThanOrEqual(TEXT.length);
      expect(endMs).toBeLessThanOrEqual(durationMs);
    });

    test('it speaks what it has, and goes on until the text completes', async () => {
      const { voice } = await subject();
      const text = new Subject<string>();
      const seen = heard(voice.synthesize(text), ({ kind }) => {
        if (kind === 'mark') text.complete();
      });
      text.next('Your table is booked. ');
      expect((await seen).marks.at(-1)).toBe('Your table is booked. '.length);
    });

    test('no text, no audio: it completes', async () => {
      const { voice, closed } = await subject();
      const { frames } = await heard(voice.synthesize(from([])));
      expect(frames).toEqual([]);
      await closed();
    });

    test('white space alone brings no audio', async () => {
      const { voice, closed } = await subject();
      const { frames } = await heard(voice.synthesize(of(' \n')));
      expect(frames).toEqual([]);
      await closed();
    });

    test('unsubscribing at the first audio stops everything', async () => {
      const { voice, closed } = await subject();
      const events: TtsEvent[] = [];
      await new Promise<void>((stopped, failed) => {
        const subscription = voice.synthesize(concat(from(SENTENCES), NEVER)).subscribe({
          next: (event) => {
            events.push(event);
            if (event.kind !== 'audio') return;
            subscription.unsubscribe();
            stopped();
          },
          error: failed,
        });
      });
      await closed();
      expect(events.filter(({ kind }) => kind === 'audio')).toHaveLength(1);
      expect(events.at(-1)?.kind).toBe('audio');
    });

    test('unsubscribing before anything came closes what was opened', async () => {
      const { voice, closed } = await subject();
      const events: TtsEvent[] = [];
      voice
        .synthesize(concat(from(SENTENCES), NEVER))
        .subscribe((event) => events.push(event))
        .unsubscribe();
      await closed();
      expect(events).toEqual([]);
    });

    test('an error of the text ends the utterance and closes it', async () => {
      const { voice, closed } = await subject();
      const gone = throwError(() => new Error('the model gave up'));
      await expect(heard(voice.synthesize(concat(of(SENTENCES[0] ?? ''), gone)))).rejects.toThrow('the model gave up');
      await closed();
    });

    test('two utterances at once do not disturb each other', async () => {
      const { voice } = await subject();
      const alone = await heard(voice.synthesize(from(SENTENCES)));
      const [first, second] = await Promise.all([
        heard(voice.synthesize(from(SENTENCES))),
        heard(voice.synthesize(of('Good morning.'))),
      ]);
      expect(first.marks).toEqual(alone.marks);
      expect(first.durationMs).toBeCloseTo(alone.durationMs, 3);
      expect(second.marks.at(-1)).toBe('Good morning.'.length);
      expect(second.durationMs).toBeLessThan(first.durationMs);
    });

    test('one utterance subscribed to twice is spoken twice', async () => {
      const { voice } = await subject();
      const utterance = voice.synthesize(from(SENTENCES));
      const [first, second] = [await heard(utterance), await heard(utterance)];
      expect(second.marks).toEqual(first.marks);
      expect(second.words).toEqual(first.words);
    });
  });
}

interface Heard {
  readonly events: readonly TtsEvent[];
  readonly frames: readonly Extract<TtsEvent, { kind: 'audio' }>['frame'][];
  readonly words: readonly Extract<TtsEvent, { kind: 'words' }>['words'][number][];
  readonly marks: readonly number[];
  readonly durationMs: number;
}

/** All of an utterance, once it has completed. */
export function heard(utterance: Observable<TtsEvent>, each: (event: TtsEvent) => void = () => {}): Promise<Heard> {
  const events: TtsEvent[] = [];
  return new Promise((done, failed) => {
    utterance.subscribe({
      next: (event) => {
        events.push(event);
        each(event);
      },
      error: failed,
      complete: () => done(gathered(events)),
    });
  });
}

function gathered(events: readonly TtsEvent[]): Heard {
  const frames = events.flatMap((event) => (event.kind === 'audio' ? [event.frame] : []));
  const samples = frames.reduce((sum, frame) => sum + frame.samples.length, 0);
  return {
    events,
    frames,
    words: events.flatMap((event) => (event.kind === 'words' ? event.words : [])),
    marks: events.flatMap((event) => (event.kind === 'mark' ? [event.chars] : [])),
    durationMs: msOfSamples(samples, frames[0]?.sampleRate ?? 1),
  };
}
