import { concatMap, finalize, of, throwError, type Observable } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { speak } from '../../../operators/speak.ts';
import { concatSamples, type AudioFrame } from '../../../src/core/audio.ts';
import { createResampler } from '../../../src/core/resampler.ts';
import type { TextToSpeech, TtsEvent } from '../../../src/core/ports.ts';
import type { TurnEvent } from '../../../src/core/turn.ts';
import { replies, speech } from '../../../src/testing/fixtures.ts';
import { marbles } from '../../../src/testing/marbles.ts';
import { ended, started, text } from '../llmTurn/score.ts';
import { ends, createHarness, createManualTts, texts, type Harness } from './score.ts';

describe('a TTS that fails', () => {
  it('ends the speech failed, is reported by name, and what it brought stays', () => {
    const test = createHarness({ failAfterChars: 7 });
    test.reply(started(), text('One. Two. Three.'), ended());
    expect(test.log).toEqual([
      '0 u0.0 started',
      '0 text "One. "',
      '0 audio 50',
      '0 mark 5',
      '0 text "Two. "',
      '0 audio 20',
      '0 u0.0 failed',
    ]);
    expect(test.reported).toMatchObject([
      { code: 'provider_failed', details: { provider: 'tts-double', turn: 0 }, cause: expect.any(Error) },
    ]);
  });

  it('when it is called ends the speech failed', () => {
    const broken = { ...createManualTts(), synthesize: (): never => raise('no such voice') };
    const test = createHarness({}, { tts: broken });
    test.reply(started(), text('One.'));
    expect(ends(test)).toEqual(['u0.0 failed']);
    expect(test.reported).toMatchObject([{ code: 'provider_failed', message: 'no such voice' }]);
  });

  it('is called again by the next reply', () => {
    const test = createHarness({ utterances: [{ failAfterChars: 0 }] });
    test.reply(started(), text('One.'), ended(), started(1), text('Two.', 0, 1), ended('complete', 1));
    expect(ends(test)).toEqual(['u0.0 failed', 'u1.0 complete']);
  });
});

describe('a TTS whose first audio is due', () => {
  it.each([
    [4999, 'u0.0 started'],
    [5000, 'u0.0 started'],
    [5001, 'u0.0 failed'],
  ])('for %i ms', (ms, last) => {
    const slow = createManualTts();
    const test = createHarness({}, { tts: slow });
    test.clock.schedule(() => slow.audio(100), ms);
    test.reply(started(), text('One.'));
    test.clock.flush(ms);
    const [, , sound = ''] = test.log;
    expect(ms > 5000 ? test.log.at(-1) : `${test.log[0]?.slice(2)}`).toBe(ms > 5000 ? `5000 ${last}` : last);
    expect(sound).toBe(ms > 5000 ? '5000 u0.0 failed' : `${ms} audio 100`);
    expect(test.reported.map(({ code }) => code)).toEqual(ms > 5000 ? ['tts_timeout'] : []);
  });

  it('fails in time although the text stalls meanwhile, and gets the words of that', () => {
    const test = createHarness({ firstAudioMs: Number.POSITIVE_INFINITY });
    test.reply(started(), text('One. Two thr'));
    test.clock.flush(1000);
    expect(texts(test)).toEqual(['One. ', 'Two ']);
    test.clock.flush();
    expect(test.log.at(-1)).toBe('5000 u0.0 failed');
  });

  it('counts from its first text, not from the start of the reply', () => {
    const test = createHarness({ firstAudioMs: Number.POSITIVE_INFINITY });
    test.reply(started(), text('One.'));
    test.clock.flush(900);
    test.reply(text(' Two'));
    test.clock.flush();
    expect(test.log.at(-1)).toBe('5900 u0.0 failed');
  });

  it('may take as long as it is given', () => {
    const test = createHarness({ firstAudioMs: 21 }, { firstAudioTimeoutMs: 20 });
    test.reply(started(), text('One.'), ended());
    test.clock.flush();
    expect(test.log.at(-1)).toBe('20 u0.0 failed');
  });
});

describe('a TTS whose further audio is due', () => {
  /** Has sent a second of audio at 0; the audio for the rest of the text is due. */
  function owing(): { readonly test: Harness; readonly slow: ReturnType<typeof createManualTts> } {
    const slow = createManualTts();
    const test = createHarness({}, { tts: slow });
    test.reply(started(), text('One two three.'));
    slow.audio(1000);
    return { test, slow };
  }

  it.each([
    [3999, 'audio 100'],
    [4000, 'audio 100'],
    [4001, 'u0.0 failed'],
  ])('3 s after the second that it brought would have been played: with audio after %i ms', (ms, last) => {
    const slow = createManualTts();
    const test = createHarness({}, { tts: slow });
    test.clock.schedule(() => slow.audio(100), ms);
    test.reply(started(), text('One two three.'));
    slow.audio(1000);
    test.clock.flush(ms);
    expect(test.log.at(-1)).toBe(`${Math.min(ms, 4000)} ${last}`);
  });

  it('is given its time anew with all that it brings', () => {
    const { test, slow } = owing();
    test.clock.flush(2000);
    slow.audio(500);
    test.clock.flush();
    expect(test.log.at(-1)).toBe('5500 u0.0 failed');
  });

  it('has more time the more of it waits to be played', () => {
    const { test, slow } = owing();
    slow.audio(9000);
    test.clock.flush();
    expect(test.log.at(-1)).toBe('13000 u0.0 failed');
  });

  it('that completes without its audio fails at the deadline', () => {
    const { test, slow } = owing();
    slow.output.complete();
    test.clock.flush();
    expect(test.log.at(-1)).toBe('4000 u0.0 failed');
  });

  it('that completes while the text goes on is closed at once', () => {
    const slow = createManualTts();
    const closed: string[] = [];
    const synthesize = (): Observable<TtsEvent> => slow.output.pipe(finalize(() => closed.push('closed')));
    const test = createHarness({}, { tts: { ...slow, synthesize } });
    test.reply(started(), text('One.'));
    slow.output.complete();
    test.reply(text(' Two.'));
    expect([closed, texts(test), ends(test)]).toEqual([['closed'], ['One.', ' Two.'], []]);
  });

  it('that has marked all its text has no deadline, however long the reply takes', () => {
    const { test, slow } = owing();
    slow.mark(14);
    test.clock.flush(60_000);
    expect([ends(test), test.clock.pending]).toEqual([[], 0]);
  });

  it.each([
    [3999, []],
    [4000, ['u0.0 complete']],
  ])('that has marked a whole reply and never completes is done 3 s after it was played: after %i ms', (ms, over) => {
    const { test, slow } = owing();
    slow.mark(14);
    test.reply(ended());
    test.clock.flush(ms);
    expect([ends(test), test.reported]).toEqual([over, []]);
  });

  it('that has marked a part has a deadline for the rest', () => {
    const { test, slow } = owing();
    slow.mark(13);
    test.clock.flush();
    expect(test.log.at(-1)).toBe('4000 u0.0 failed');
  });

  it('given more text, has a deadline from then', () => {
    const { test, slow } = owing();
    slow.mark(14);
    test.clock.flush(60_000);
    test.reply(text(' Four.'));
    test.clock.flush();
    expect(test.log.at(-1)).toBe('63000 u0.0 failed');
  });

  it('given more text before its audio came, gets no more time', () => {
    const slow = createManualTts();
    const test = createHarness({}, { tts: slow });
    test.reply(started(), text('One.'));
    test.clock.flush(4000);
    test.reply(text(' Two.'));
    test.clock.flush();
    expect(test.log.at(-1)).toBe('5000 u0.0 failed');
  });

  it('may take as long as it is given', () => {
    const slow = createManualTts();
    const test = createHarness({}, { tts: slow, audioTimeoutMs: 10 });
    test.reply(started(), text('One.'));
    slow.audio(5);
    test.clock.flush();
    expect(test.log.at(-1)).toBe('15 u0.0 failed');
  });
});

describe('a TTS without text', () => {
  it('has nothing to speak: its utterance ends with the text, although it does not', () => {
    const test = createHarness({}, { tts: { ...createManualTts(), accepts: 'sentences' } });
    test.reply(started(), text('One'), ended('failed'));
    test.clock.flush(0);
    expect(test.log).toEqual(['0 u0.0 started', '0 u0.0 complete']);
  });
});

describe('the audio', () => {
  const REPLY = [started(), text('One two. Three four five. Six.'), ended()] as const;

  function framesOf({ events }: Harness): readonly AudioFrame[] {
    return events.flatMap((event) => (event.kind === 'audio' ? [event.frame] : []));
  }

  function samplesOf(test: Harness): Int16Array {
    return concatSamples(framesOf(test).map(({ samples }) => samples));
  }

  it.each([
    [24_000, 48_000],
    [24_000, 16_000],
    [22_050, 8000],
    [44_100, 48_000],
  ])('from %i to %i Hz is exact, over all the frames of an utterance', (sampleRate, wanted) => {
    const [plain, test] = [
      createHarness({ sampleRate }),
      createHarness({ sampleRate, frameMs: 30 }, { sampleRate: wanted }),
    ];
    plain.reply(...REPLY);
    test.reply(...REPLY);
    const resampler = createResampler(sampleRate, wanted);
    const expected = concatSamples([resampler.push(samplesOf(plain)), resampler.flush()]);
    expect(samplesOf(test)).toEqual(expected);
    expect(expected).toHaveLength(Math.ceil((samplesOf(plain).length * wanted) / sampleRate));
    expect(framesOf(test).every((frame) => frame.sampleRate === wanted)).toBe(true);
  });

  it('that has the rate already passes as the same frames', () => {
    const frame: AudioFrame = { samples: new Int16Array(160), sampleRate: 16_000 };
    const test = createHarness(
      {},
      { tts: { ...createManualTts(), synthesize: () => of({ kind: 'audio', frame }) }, sampleRate: 16_000 },
    );
    test.reply(started(), text('One.'), ended());
    expect(framesOf(test)[0]).toBe(frame);
  });

  it('has the rate of the TTS, where none is set', () => {
    const test = createHarness({ sampleRate: 22_050 });
    test.reply(...REPLY);
    expect(framesOf(test).map((frame) => frame.sampleRate)).toEqual([22_050, 22_050, 22_050]);
  });

  it('of one utterance has nothing of the one before', () => {
    const [first, second] = [
      createHarness({ sampleRate: 24_000 }, { sampleRate: 16_000 }),
      createHarness({ sampleRate: 24_000 }, { sampleRate: 16_000 }),
    ];
    first.reply(...REPLY);
    second.reply(...REPLY);
    second.resume.next({ turn: 0, heardChars: 0 });
    expect(samplesOf(second)).toEqual(concatSamples([samplesOf(first), samplesOf(first)]));
  });
});

describe('the stream of speech', () => {
  it('ends with its replies, when all is spoken, what had no end included', () =>
    marbles(({ hot, cold, expectObservable }) => {
      const reply = hot<TurnEvent>('st--|', { ...replies, t: text('One.') });
      const sound = cold<TtsEvent>('    --m|', { m: { kind: 'mark', chars: 4 } });
      const tts: TextToSpeech = {
        ...createManualTts(),
        accepts: 'sentences',
        synthesize: (t) => t.pipe(concatMap(() => sound)),
      };
      expectObservable(reply.pipe(speak({ tts }))).toBe('-s--t-m(e|)', {
        ...speech,
        t: { kind: 'text', utterance: 'u0.0', text: 'One.' },
        m: { kind: 'mark', utterance: 'u0.0', chars: 4 },
      });
    }));

  it('passes an error of the replies', () => {
    const seen: unknown[] = [];
    throwError(() => 'gone')
      .pipe(speak({ tts: createManualTts() }))
      .subscribe({ error: (error) => seen.push(error) });
    expect(seen).toEqual(['gone']);
  });
});

function raise(message: string): never {
  throw new Error(message);
}
