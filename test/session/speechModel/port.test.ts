import { EMPTY, NEVER, concat, map, mergeMap, of, throwError, type Observable } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { SpeechModelEvent, SpeechModelInput, SpeechToSpeech } from '../../../src/core/speechToSpeech.ts';
import { playSession } from '../../support/playSession.ts';
import { createTestSession, type TestSession } from '../../support/testSession.ts';
import { says, types } from '../../support/userActions.ts';

const MODEL = { name: 'own', model: 'm', sampleRate: 16_000, output: 'audio' } as const;

/** Plays a session with a speech model of the application, which answers each input with these events. */
async function play(answer: (input: SpeechModelInput) => Observable<unknown>): Promise<TestSession> {
  const speechModel = {
    ...MODEL,
    converse: (input: Observable<SpeechModelInput>) => input.pipe(mergeMap(answer)),
  } as SpeechToSpeech;
  return playSession({ user: [types(320, 'hello')], speechModel: {}, options: { ports: { speechModel } } });
}

/** Answers each request with events of its reply. */
const responding =
  (...events: readonly object[]) =>
  (input: SpeechModelInput): Observable<unknown> =>
    input.kind === 'respond' ? of(...events).pipe(map((event) => ({ turn: input.turn, ...event }))) : EMPTY;

describe('a speech model of the application', () => {
  it('answers', async () => {
    const frame = { samples: new Int16Array(16_000), sampleRate: 16_000 };
    const { history, codes } = await play(
      responding(
        { kind: 'started' },
        { kind: 'text', item: 'a', delta: 'Good evening.' },
        { kind: 'audio', item: 'a', frame },
        { kind: 'item_ended', item: 'a' },
        { kind: 'ended', calls: [] },
      ),
    );
    expect(history()).toEqual(['user: hello', 'assistant: Good evening.']);
    expect(codes).toEqual([]);
  });

  it.each([
    ['an unknown kind', { kind: 'speak' }, 'kind to be the kind of an event, got "speak"'],
    ['a text without an item', { kind: 'text', delta: 'a' }, 'item to be a string, got undefined'],
    ['audio that is none', { kind: 'audio', item: 'a', frame: {} }, 'frame.samples to be an Int16Array, got undefined'],
    ['a call without a name', { kind: 'ended', calls: [{ id: 'c' }] }, 'calls to be an array of calls, got an array'],
  ])('fails the reply for %s', async (_, event, message) => {
    const { errors, session } = await play(responding({ kind: 'started' }, event));
    expect(errors.map((error) => error.message)).toEqual([
      `the speech model own broke its contract: expected ${message}`,
    ]);
    expect(session.usage.llm[0]?.calls).toBe(1);
  });

  it.each([
    ['fails', () => throwError(() => new Error('no credit'))],
    ['ends the conversation', () => EMPTY],
  ])('that %s ends the session', async (_, converse: () => Observable<SpeechModelEvent>) => {
    const speechModel: SpeechToSpeech = { ...MODEL, converse };
    const { clock, session, codes } = createTestSession({
      user: [says(320, '')],
      speechModel: {},
      options: { ports: { speechModel } },
    });
    await clock.run(10_000);
    expect(codes[0]).toBe('provider_failed');
    await expect(session.ended).resolves.toMatchObject({ reason: 'provider_failed' });
  });

  it('that is silent is given up after its time, and the session goes on', async () => {
    const { codes, session } = await play(() => concat(EMPTY, NEVER));
    expect(codes).toContain('handler_timeout');
    session.close('ended_by_api');
  });
});
