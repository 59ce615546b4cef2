import { merge, Observable, of, delay } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { AntiphonError } from '../../../src/core/errors.ts';
import type { SttEvent } from '../../../src/core/ports.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { createSttDouble } from '../../../src/testing/doubles/stt.ts';
import { createTestSession, type TestSession } from '../../support/testSession.ts';

/** A recogniser that also emits `events`, at 800 ms, while the user speaks. */
function talk(...events: readonly unknown[]): TestSession {
  const clock = new VirtualClock();
  const stt = createSttDouble({ says: ['what time is it', 'thank you'], scheduler: clock, name: 'spoilt' });
  const spoilt = of(...(events as SttEvent[])).pipe(delay(600, clock));
  return createTestSession({
    voice: [
      { atMs: 320, forMs: 640 },
      { atMs: 4000, forMs: 640 },
    ],
    llm: ['It is seven.', 'You are welcome.'],
    clock,
    options: { ports: { stt: { ...stt, transcribe: (speech) => merge(stt.transcribe(speech), spoilt) } } },
  });
}

/** The failures; what is recognised after a failure is late. */
const told = ({ errors }: TestSession): unknown[] =>
  errors
    .filter(({ details }) => details.failure !== false)
    .map(({ code, details }) => [code, details.path, details.segment]);

describe('a recogniser that breaks its contract', () => {
  it.each<[string, object, string]>([
    ['an unknown event', { kind: 'noise', segment: 0 }, 'kind'],
    ['a final without text', { kind: 'final', segment: 0 }, 'text'],
    ['an interim that is no text', { kind: 'interim', segment: 0, text: 7 }, 'text'],
    ['a final of more than 250000 characters', { kind: 'final', segment: 0, text: 'x'.repeat(250_001) }, 'text'],
    [
      'a final of more than 50000 words',
      { kind: 'final', segment: 0, text: 'hi', words: Array(50_001).fill({ text: 'hi', startMs: 0, endMs: 1 }) },
      'words',
    ],
    ['a final that is last by a word', { kind: 'final', segment: 0, text: 'hi', last: 'yes' }, 'last'],
    ['a final that is provisional by a word', { kind: 'final', segment: 0, text: 'hi', provisional: 1 }, 'provisional'],
  ])('%s: the segment has failed, and the next one is heard', async (_, event, path) => {
    const made = talk(event, event, event);
    await made.clock.run(8000);
    expect(told(made)).toEqual([['provider_failed', path, 0]]);
    expect(made.history().at(-2)).toBe('user: thank you');
  });

  it.each<[string, unknown, string]>([
    ['no event at all', 'hello', 'an event'],
    ['a segment that was never opened', { kind: 'final', segment: 1, text: 'hi' }, 'segment'],
    ['a segment that is no number', { kind: 'final', segment: Number.NaN, text: 'hi' }, 'segment'],
  ])('%s: it is dropped, reported once, and all is heard', async (_, event, path) => {
    const made = talk(event, event, event);
    await made.clock.run(8000);
    expect(told(made)).toEqual([['provider_failed', path, undefined]]);
    expect(made.history().filter((line) => line.startsWith('user'))).toEqual([
      'user: what time is it',
      'user: thank you',
    ]);
  });

  it('what it reports breaks nothing: a refused key is reported before anyone speaks', async () => {
    const error = new AntiphonError('provider_refused', 'spoilt: HTTP 401', { provider: 'spoilt', status: 401 });
    const made = talk({ kind: 'report', error });
    await made.clock.run(900);
    expect(made.errors).toEqual([error]);
    await made.clock.run(8000);
    expect(made.history().at(-2)).toBe('user: thank you');
  });

  it('a teardown that throws neither ends the process nor keeps the session', async () => {
    const clock = new VirtualClock();
    const teardown = (): never => {
      throw Object.create(null);
    };
    const stt = {
      ...createSttDouble({ says: [], scheduler: clock }),
      transcribe: () => new Observable<never>(() => teardown),
    };
    const { session, errors } = createTestSession({ clock, options: { ports: { stt } } });
    await clock.run(100);
    session.close('ended_by_api');
    await expect(session.ended).resolves.toMatchObject({ reason: 'ended_by_api' });
    expect(errors.map(({ code }) => code)).toEqual(['provider_failed']);
  });
});

describe('a model of voice activity detection that breaks its contract', () => {
  it.each([Number.NaN, -0.1, 1.1, Infinity, '0.9', null])('%j is no probability: the session ends', async (score) => {
    const { clock, session, errors } = createTestSession({
      voice: [{ atMs: 320, forMs: 640 }],
      options: { ports: { vad: { sampleRate: 16_000, windowSamples: 512, score: () => of(score as number) } } },
    });
    await clock.run(100);
    await expect(session.ended).resolves.toMatchObject({ reason: 'provider_failed' });
    expect(errors.map(({ code }) => code)).toEqual(['vad_failed']);
  });
});
