import { concat, Observable, of } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { TextToSpeech, TtsEvent } from '../../../src/core/ports.ts';
import { createTtsDouble } from '../../../src/testing/doubles/tts.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { createTestSession, type TestSession } from '../../support/testSession.ts';
import { at } from '../../support/timedEvent.ts';

/** Speaks like the double, and emits `event` at the end of each utterance. */
function spoilt(clock: VirtualClock, event: unknown, more: Partial<TextToSpeech> = {}): TextToSpeech {
  const voice = createTtsDouble({ scheduler: clock, name: 'spoilt' });
  return { ...voice, synthesize: (text) => concat(voice.synthesize(text), [event as TtsEvent]), ...more };
}

function talk(voice: (clock: VirtualClock) => TextToSpeech): TestSession {
  const clock = new VirtualClock();
  return createTestSession({
    voice: [{ atMs: 320, forMs: 640 }],
    says: ['what time is it'],
    llm: ['It is seven.'],
    clock,
    options: { ports: { tts: voice(clock) } },
  });
}

const SAMPLES = new Int16Array(160);
const WORD = { from: 0, to: 2, startMs: 0, endMs: 1 };

describe('a TTS that breaks its contract', () => {
  it.each<[string, unknown, string]>([
    ['an unknown event', { kind: 'pause' }, 'kind'],
    ['no event at all', null, 'an event'],
    ['audio without a frame', { kind: 'audio' }, 'frame'],
    ['a frame without samples', { kind: 'audio', frame: { sampleRate: 16_000 } }, 'frame.samples'],
    [
      'a frame in a Buffer',
      { kind: 'audio', frame: { samples: Buffer.alloc(320), sampleRate: 16_000 } },
      'frame.samples',
    ],
    ['a frame without a rate', { kind: 'audio', frame: { samples: SAMPLES } }, 'frame.sampleRate'],
    ['a mark before its text', { kind: 'mark', chars: 13 }, 'chars'],
    ['a mark that is no number', { kind: 'mark', chars: Number.NaN }, 'chars'],
    ['words that are no list', { kind: 'words' }, 'words'],
    ['more than 50000 words', { kind: 'words', words: Array(50_001).fill(WORD) }, 'words'],
    ['a word without its time', { kind: 'words', words: [{ from: 0, to: 2, startMs: 0 }] }, 'words[].endMs'],
  ])('%s: the utterance has failed, and the session ends on request', async (_, event, path) => {
    const { clock, session, errors, events } = talk((own) => spoilt(own, event));
    let endedMs = Number.NaN;
    void session.ended.then(() => (endedMs = clock.now()));
    await clock.run(2000);
    expect(errors.map(({ code, details }) => [code, details.provider, details.path])).toEqual([
      ['provider_failed', 'spoilt', path],
    ]);
    session.close('ended_by_api');
    await clock.run(2500);
    expect(endedMs).toBe(2000);
    expect(events.slice(-2)).toEqual([at(2000, 'agent_stopped_speaking'), at(2000, 'agent_message_added', 'It is')]);
  });

  it('names what was expected and what came', async () => {
    const { clock, errors } = talk((own) => spoilt(own, { kind: 'pause' }));
    await clock.run(2000);
    expect(errors[0]?.message).toBe(
      'the voice spoilt broke its contract: expected kind to be "audio", "words", "mark", "report", "served" or "used", got "pause"',
    );
  });

  it('an event that cannot be read fails the utterance', async () => {
    const event = new Proxy({}, { get: () => expect.unreachable() });
    const { clock, errors } = talk((own) => spoilt(own, event));
    await clock.run(2000);
    expect(errors.map(({ details }) => details.path)).toEqual(['what it emits']);
  });

  it('what comes after the end is dropped, and reported once', async () => {
    const { clock, errors, events } = talk((own) => {
      const voice = createTtsDouble({ scheduler: own });
      return {
        ...voice,
        synthesize: (text) =>
          new Observable((subscriber) => {
            const { next } = subscriber;
            return voice.synthesize(text).subscribe({
              next: (event) => next.call(subscriber, event),
              complete: () => {
                subscriber.complete();
                for (let more = 0; more < 3; more++) subscriber.next({ kind: 'mark', chars: 1 });
              },
            });
          }),
      };
    });
    await clock.run(4000);
    expect(errors.map(({ code, message }) => [code, message])).toEqual([
      [
        'provider_failed',
        'the voice tts-double broke its contract: expected the stream to be over after its end, got an object',
      ],
    ]);
    expect(events.at(-1)).toMatchObject({ event: 'agent_message_added', text: 'It is seven.' });
  });

  it.each(['complete', 'cut'] as const)('a teardown that throws is reported, once it is %s', async (how) => {
    const { clock, session, errors, events } = talk((own) => {
      const voice = createTtsDouble({ scheduler: own, name: 'spoilt' });
      const teardown = (): never => {
        throw new Error('cannot close');
      };
      return {
        ...voice,
        synthesize: (text) =>
          new Observable((subscriber) => {
            subscriber.add(teardown);
            const firstMs = how === 'cut' ? 60_000 : 0;
            own.schedule(() => subscriber.add(voice.synthesize(of('It is seven.')).subscribe(subscriber)), firstMs);
            return text.subscribe();
          }),
      };
    });
    await clock.run(4000);
    session.close('ended_by_api');
    await expect(session.ended).resolves.toMatchObject({ reason: 'ended_by_api' });
    expect(errors.map(({ code, message }) => [code, message])).toEqual([
      [
        'provider_failed',
        'the voice spoilt failed while it was closed: 1 errors occurred during unsubscription:\n1) Error: cannot close',
      ],
    ]);
    expect(events.some(({ text }) => text?.includes('It is seven.'))).toBe(how === 'complete');
  });

  it('what is reported while it is kept warm and is no error of ours is a diagnostic', async () => {
    const { clock, errors } = talk((own) => ({
      ...createTtsDouble({ scheduler: own }),
      keepWarm: () => of<never[]>(null as never),
    }));
    await clock.run(100);
    expect(errors.map(({ code, details }) => [code, details.failure])).toEqual([['provider_warning', false]]);
  });
});
