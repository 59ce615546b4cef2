import { concat, from, NEVER, Subject, throwError } from 'rxjs';
import type { Observable } from 'rxjs';
import { afterEach, describe, expect, test } from 'vitest';
import type { SpeechToText, SttEvent, SttInput } from '../../src/core/ports.ts';
import { spokenSegment } from '../support/segments.ts';

/** What the contract is held against: a recogniser, with a server of its own behind it where it needs one. */
export interface SpeechToTextSubject {
  readonly stt: SpeechToText;
  /** Resolves as soon as nothing is open that a session opened: no thread's work, no socket. */
  readonly closed: () => Promise<void>;
  /** Puts away what `make` set up. */
  readonly dispose?: () => Promise<void>;
}

/** What is said in segment 0, 1, 2 …, and sounds like it; `''` is silence. */
const SAID = ['what time is it', '', 'tell me about the restaurant', 'thank you'] as const;

/** What every recogniser promises, whoever hears: the port's contract. A double or fake server is told what will be said. */
export function speechToTextContract(
  name: string,
  make: (said: readonly string[]) => Promise<SpeechToTextSubject>,
): void {
  describe(`${name} keeps the contract of SpeechToText`, () => {
    const subjects: SpeechToTextSubject[] = [];
    const subject = async (): Promise<SpeechToTextSubject> => {
      const made = await make(SAID);
      subjects.push(made);
      return made;
    };
    afterEach(async () => {
      for (const made of subjects.splice(0)) await made.dispose?.();
    });

    test('speech becomes words, and the end is answered once', async () => {
      const { stt } = await subject();
      const { events, text } = await recognised(stt.transcribe(from(await spoken(stt, 0))));
      expect(text(0)).toBe(SAID[0]);
      expect(events.filter(isAnswer)).toHaveLength(1);
      expect(events.at(-1)).toSatisfy(isAnswer);
    });

    test('interims come if they are promised, before the final', async () => {
      const { stt } = await subject();
      const { events } = await recognised(stt.transcribe(from(await spoken(stt, 2))));
      const interims = events.filter(({ kind }) => kind === 'interim');
      expect(interims.length > 0).toBe(stt.interims);
      expect(events.slice(0, interims.length)).toEqual(interims);
    });

    test('silence is answered without words', async () => {
      const { stt } = await subject();
      const { events, text } = await recognised(stt.transcribe(from(await spoken(stt, 1))));
      expect(text(1)).toBe('');
      expect(events.filter(isAnswer)).toHaveLength(1);
    });

    test('segment after segment, each gets its own words', async () => {
      const { stt } = await subject();
      const segments = await Promise.all(SAID.map((_, segment) => spoken(stt, segment)));
      const { text } = await recognised(stt.transcribe(from(segments.flat())));
      expect(SAID.map((_, segment) => text(segment))).toEqual(SAID);
    });

    test('a flush is answered and ends nothing; what it gave does not come again', async () => {
      const { stt } = await subject();
      const inputs = await spoken(stt, 2);
      const middle = Math.floor(inputs.length / 2);
      const flush: SttInput = { kind: 'flush', segment: 2 };
      const flushed = [...inputs.slice(0, middle), flush, ...inputs.slice(middle)];
      const { events, text } = await recognised(stt.transcribe(from(flushed)));
      expect(events.filter(isAnswer)).toHaveLength(2);
      expect(text(2)).toBe(SAID[2]);
    });

    test('a flush is answered while the segment is open', async () => {
      const { stt, closed } = await subject();
      const speech = new Subject<SttInput>();
      const answered = new Promise<SttEvent>((resolve, reject) => {
        stt.transcribe(speech).subscribe({ next: (event) => isAnswer(event) && resolve(event), error: reject });
      });
      for (const input of (await spoken(stt, 0)).slice(0, -1)) speech.next(input);
      speech.next({ kind: 'flush', segment: 0 });
      expect(await answered).toMatchObject({ segment: 0 });
      speech.complete();
      await closed();
    });

    test('no speech, no words: it completes', async () => {
      const { stt, closed } = await subject();
      expect((await recognised(stt.transcribe(from([])))).events).toEqual([]);
      await closed();
    });

    test('unsubscribing in the middle of a segment closes what was opened', async () => {
      const { stt, closed } = await subject();
      const inputs = (await spoken(stt, 2)).slice(0, -1);
      const events: SttEvent[] = [];
      const subscription = stt.transcribe(concat(from(inputs), NEVER)).subscribe((event) => events.push(event));
      subscription.unsubscribe();
      const before = events.length;
      await closed();
      expect(events).toHaveLength(before);
    });

    test('an error of the speech ends the session and closes it', async () => {
      const { stt, closed } = await subject();
      const gone = throwError(() => new Error('the microphone was pulled'));
      const inputs = (await spoken(stt, 0)).slice(0, -1);
      await expect(recognised(stt.transcribe(concat(from(inputs), gone)))).rejects.toThrow('the microphone was pulled');
      await closed();
    });

    test('two sessions at once do not disturb each other', async () => {
      const { stt } = await subject();
      const [first, second] = await Promise.all([
        recognised(stt.transcribe(from(await spoken(stt, 0)))),
        recognised(stt.transcribe(from(await spoken(stt, 3)))),
      ]);
      expect([first.text(0), first.text(3)]).toEqual([SAID[0], '']);
      expect([second.text(0), second.text(3)]).toEqual(['', SAID[3]]);
    });

    test('one session subscribed to twice is heard twice', async () => {
      const { stt } = await subject();
      const session = stt.transcribe(from(await spoken(stt, 0)));
      const [first, second] = [await recognised(session), await recognised(session)];
      expect(second.text(0)).toBe(first.text(0));
    });
  });
}

export interface Recognised {
  readonly events: readonly SttEvent[];
  /** The finals of a segment, one space between. */
  readonly text: (segment: number) => string;
}

/** All that a session brings, once it has completed. */
export function recognised(session: Observable<SttEvent>): Promise<Recognised> {
  const events: SttEvent[] = [];
  return new Promise((resolve, reject) => {
    session.subscribe({
      next: (event) => events.push(event),
      error: reject,
      complete: () => resolve({ events, text: (segment) => finalsOf(events, segment).join(' ') }),
    });
  });
}

/** Whether `event` is what a flush or an end is owed. */
export function isAnswer(event: SttEvent): boolean {
  return event.kind === 'final' ? event.last !== false : event.kind !== 'interim';
}

function finalsOf(events: readonly SttEvent[], segment: number): string[] {
  return events.flatMap((event) => (event.kind === 'final' && event.segment === segment ? [event.text] : []));
}

function spoken({ sampleRate }: SpeechToText, segment: number): Promise<readonly SttInput[]> {
  return spokenSegment(SAID[segment] ?? '', segment, { sampleRate });
}
