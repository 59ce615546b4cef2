import { concat, concatMap, EMPTY, filter, map, NEVER, of, throwError } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { AntiphonError } from '../../../src/core/errors.ts';
import type { SpeechToText, SttEvent } from '../../../src/core/ports.ts';
import { createSttRig, withoutUse } from './sttRig.ts';

const says = ['what time is it', 'thank you'];
const quiet = { interims: false } as const;

function createPort(name: string, transcribe: SpeechToText['transcribe']): SpeechToText {
  return { name, sampleRate: 16_000, finalTimeoutMs: 1000, interims: false, transcribe };
}

function createRefusal(provider: string): AntiphonError {
  return new AntiphonError('provider_refused', `${provider}: HTTP 401`, { provider });
}

describe('a segment', () => {
  test('is transcribed by the first recogniser', async () => {
    const { clock, speak, events, sent } = createSttRig([
      { says, ...quiet },
      { says, ...quiet },
    ]);
    speak(0);
    await clock.advance(1000);
    expect(withoutUse(events)).toEqual(['50 served a', '50 final 0 what time is it']);
    expect(sent[1]).toEqual([]);
  });

  test('has the interims of the recogniser that transcribes it', async () => {
    const { clock, speak, events } = createSttRig([{ says }, { says }]);
    speak(0);
    await clock.advance(1000);
    expect(withoutUse(events)).toEqual([
      '0 interim 0 what',
      '0 interim 0 what time',
      '0 interim 0 what time is',
      '0 interim 0 what time is it',
      '50 served a',
      '50 final 0 what time is it',
    ]);
  });

  test('is told to the second recogniser from its beginning, when the first fails', async () => {
    const { clock, speak, events, sent } = createSttRig([
      { says: [{ text: 'what time', answer: 'failed' }], ...quiet },
      { says, ...quiet },
    ]);
    speak(0);
    await clock.advance(1000);
    expect(sent[1]).toEqual(['s0', 'a0', 'a0', 'a0', 'a0', 'e0']);
    expect(withoutUse(events)).toEqual([
      '50 report provider_fallback a',
      '100 served b',
      '100 final 0 what time is it',
    ]);
  });

  test('has no final twice, when the first recogniser fails behind some of them', async () => {
    const { clock, speak, events } = createSttRig([
      { says: [{ text: ['what time', 'is it'], answer: 'failed' }], ...quiet },
      { says: [{ text: ['what', 'time is it'] }], ...quiet },
    ]);
    speak(0);
    await clock.advance(1000);
    expect(withoutUse(events).filter((event) => event.includes('final'))).toEqual([
      '100 final 0 what (more)',
      '100 final 0 time is it',
    ]);
  });

  test('goes on with the second recogniser, when the first breaks in its middle', async () => {
    const { clock, speak, events } = createSttRig([
      { says: [{ text: 'what time is it', answer: 'breaks' }], ...quiet },
      { says, ...quiet },
    ]);
    speak(0, 'saaf');
    await clock.advance(100);
    speak(0, 'aae');
    await clock.advance(1000);
    expect(withoutUse(events)).toEqual([
      '50 report provider_fallback a',
      '100 served b',
      '100 final 0 what time',
      '150 final 0 is it',
    ]);
  });

  test('goes on behind a flush that the first recogniser has answered', async () => {
    const utterance: { text: string; answer?: 'failed' } = { text: 'what time is it' };
    const { clock, speak, events, sent } = createSttRig([
      { says: () => utterance, ...quiet },
      { says: ['is it'], ...quiet },
    ]);
    speak(0, 'saaf');
    await clock.advance(100);
    utterance.answer = 'failed';
    speak(0, 'aaae');
    await clock.advance(1000);
    expect(sent[1]).toEqual(['s0', 'a0', 'a0', 'a0', 'e0']);
    expect(withoutUse(events)).toEqual([
      '50 served a',
      '50 final 0 what time',
      '150 report provider_fallback a',
      '200 served b',
      '200 final 0 is it',
    ]);
  });

  test('fails with the error of the last recogniser, with what was understood of it', async () => {
    const broken = { text: 'what time is it', answer: 'failed' } as const;
    const { clock, speak, events } = createSttRig([{ says: [broken] }, { says: [{ ...broken, text: 'what' }] }]);
    speak(0);
    await clock.advance(1000);
    expect(withoutUse(events).slice(-2)).toEqual([
      '100 final 0 what time is it (provisional) (more)',
      '100 failed 0 the STT double fails, as configured',
    ]);
  });

  test('that fails while the user speaks is reported at once, and answered at its end', async () => {
    const [first, second] = ['a', 'b'].map((name) =>
      createPort(name, (speech) =>
        speech.pipe(
          filter(({ kind }) => kind === 'start'),
          map((): SttEvent => ({ kind: 'report', error: createRefusal(name) })),
        ),
      ),
    ) as [SpeechToText, SpeechToText];
    const { clock, speak, events } = createSttRig([first, second]);
    speak(0, 'saa');
    await clock.advance(100);
    speak(0, 'e');
    expect(withoutUse(events)).toEqual([
      '0 report provider_fallback a',
      '0 report provider_refused b',
      '100 failed 0 b: HTTP 401',
    ]);
  });

  test('that has failed answers each further request, once', async () => {
    const { clock, speak, events } = createSttRig([{ says: [{ text: 'a', answer: 'failed' }], ...quiet }]);
    speak(0, 'saf');
    await clock.advance(100);
    speak(0, 'afe');
    await clock.advance(1000);
    expect(withoutUse(events).map((event) => event.slice(0, 12))).toEqual([
      '50 failed 0 ',
      '100 failed 0',
      '100 failed 0',
    ]);
  });

  test('has the times of its words, although a recogniser got only the rest of it', () => {
    const words = [{ text: 'it', startMs: 100, endMs: 200 }];
    let breaks = false;
    const first = createPort('a', (speech) =>
      speech.pipe(
        concatMap(({ kind, segment }) => {
          if (breaks) return throwError(() => new Error('broken'));
          return kind === 'flush' ? of<SttEvent>({ kind: 'empty', segment }) : EMPTY;
        }),
      ),
    );
    const second = createPort('b', (speech) =>
      speech.pipe(
        filter(({ kind }) => kind === 'end'),
        map(({ segment }): SttEvent => ({ kind: 'final', segment, text: 'it', words })),
      ),
    );
    const { speak, all } = createSttRig([first, second]);
    speak(0, 'saaf');
    breaks = true;
    speak(0, 'ae');
    const final = all.find(({ kind }) => kind === 'final');
    expect(final).toMatchObject({ text: 'it', words: [{ text: 'it', startMs: 700, endMs: 800 }] });
  });
});

describe('a recogniser that is slow', () => {
  test('is replaced 2 s after the end of the segment, not before', async () => {
    const late = (delayMs: number) =>
      createSttRig([
        { says, delayMs, finalTimeoutMs: 5000, ...quiet },
        { says, ...quiet },
      ]);
    const [intime, slow] = [late(1999), late(2001)];
    intime.speak(0);
    slow.speak(0);
    await intime.clock.advance(3000);
    await slow.clock.advance(3000);
    expect(withoutUse(intime.events)).toEqual(['1999 served a', '1999 final 0 what time is it']);
    expect(withoutUse(slow.events)).toEqual([
      '2000 report provider_fallback a',
      '2050 served b',
      '2050 final 0 what time is it',
    ]);
  });

  test('has its own final timeout, when it is the last', async () => {
    const mute = { says: [{ text: 'a', answer: 'none' }], finalTimeoutMs: 5000, ...quiet } as const;
    const { clock, speak, events, stt } = createSttRig([mute, mute]);
    speak(0);
    await clock.advance(20_000);
    expect(withoutUse(events)).toEqual([
      '2000 report provider_fallback a',
      '7000 failed 0 b did not answer within 5 s',
    ]);
    expect(stt.finalTimeoutMs).toBe(7100);
  });
});

describe('a recogniser that has failed', () => {
  test('is asked after the others for a minute, then first again', async () => {
    const { clock, speak, events } = createSttRig([
      { says: (segment) => (segment === 0 ? { text: 'a', answer: 'failed' } : 'a'), ...quiet },
      { says: () => 'b', ...quiet },
    ]);
    const answer = async (segment: number): Promise<string | undefined> => {
      speak(segment);
      await clock.advance(100);
      return events
        .findLast((event) => event.includes('final'))
        ?.split(' ')
        .at(-1);
    };
    expect(await answer(0)).toBe('b');
    await clock.advance(59_800);
    expect(await answer(1)).toBe('b');
    await clock.advance(100);
    expect(await answer(2)).toBe('a');
  });

  test('is not waited for by the segments behind: they go to the next one, in order', async () => {
    const { clock, speak, events } = createSttRig([
      {
        says: [
          { text: 'a', answer: 'none' },
          { text: 'a', answer: 'none' },
        ],
        finalTimeoutMs: 5000,
        ...quiet,
      },
      { says, ...quiet },
    ]);
    speak(0);
    await clock.advance(1000);
    speak(1);
    await clock.advance(1500);
    expect(withoutUse(events).slice(1)).toEqual([
      '2050 served b',
      '2050 final 0 what time is it',
      '2050 final 1 thank you',
    ]);
  });

  test('is replaced before anyone speaks, when it reports that it is refused', async () => {
    const first = createPort('a', () => concat(of<SttEvent>({ kind: 'report', error: createRefusal('a') }), NEVER));
    const { clock, speak, events, open } = createSttRig([first, { says, ...quiet }]);
    expect(open()).toEqual([0, 1]);
    speak(0);
    await clock.advance(100);
    expect(withoutUse(events)).toEqual(['0 report provider_fallback a', '50 served b', '50 final 0 what time is it']);
  });

  test('and breaks off as soon as it is asked is not waited for', async () => {
    const broken = createPort('b', () => throwError(() => createRefusal('b')));
    const { clock, speak, events } = createSttRig([
      { says: [{ text: 'a', answer: 'failed' }], ...quiet },
      broken,
      { says, ...quiet },
    ]);
    speak(0);
    await clock.advance(100);
    expect(withoutUse(events)).toEqual([
      '50 report provider_fallback a',
      '50 report provider_fallback b',
      '100 served c',
      '100 final 0 what time is it',
    ]);
  });

  test('is not connected again at once, although it is not to stand behind the others', () => {
    let connections = 0;
    const first = createPort('a', () => {
      connections += 1;
      return throwError(() => createRefusal('a'));
    });
    const { events } = createSttRig([first, { says, ...quiet }], { retryAfterMs: 0 });
    expect([connections, events]).toEqual([1, ['0 report provider_fallback a']]);
  });

  test('is the error of the session before anyone speaks, when no other is left', () => {
    const port = (name: string): SpeechToText => createPort(name, () => throwError(() => createRefusal(name)));
    const { events } = createSttRig([port('a'), port('b')]);
    expect(events).toEqual(['0 report provider_fallback a', '0 report provider_refused b']);
  });
});
