import { EMPTY, NEVER, concat, map, mergeMap, of, throwError, type Observable } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { SpeechModelEvent, SpeechModelInput, SpeechToSpeech } from '../../../src/core/speechToSpeech.ts';
import { playSession } from '../../support/playSession.ts';
import { createTestSession, type TestSession, type UserAction } from '../../support/testSession.ts';
import { does, says, types } from '../../support/userActions.ts';

const MODEL = { name: 'own', model: 'm', sampleRate: 16_000, output: 'audio' } as const;

/** Plays a session with a speech model of the application, which answers each input with these events. */
async function play(
  answer: (input: SpeechModelInput) => Observable<unknown>,
  more: readonly UserAction[] = [],
): Promise<TestSession> {
  const speechModel = {
    ...MODEL,
    converse: (input: Observable<SpeechModelInput>) => input.pipe(mergeMap(answer)),
  } as SpeechToSpeech;
  return playSession({ user: [types(320, 'hello'), ...more], speechModel: {}, options: { ports: { speechModel } } });
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
    ['without the times of its words', [], 'Good evening'],
    [
      'with the times of its words',
      [
        { from: 0, to: 4, startMs: 0, endMs: 200 },
        { from: 5, to: 12, startMs: 200, endMs: 400 },
        { from: 13, to: 15, startMs: 400, endMs: 600 },
        { from: 16, to: 20, startMs: 600, endMs: 4000 },
      ],
      'Good evening to',
    ],
  ])('that is interrupted leaves what was heard: %s', async (_, words, heard) => {
    const frame = { samples: new Int16Array(64_000), sampleRate: 16_000 };
    const { history } = await play(
      responding(
        { kind: 'started' },
        { kind: 'text', item: 'a', delta: 'Good evening to you.' },
        ...(words.length > 0 ? [{ kind: 'timings', item: 'a', words }] : []),
        { kind: 'audio', item: 'a', frame },
        { kind: 'item_ended', item: 'a' },
        { kind: 'ended', calls: [] },
      ),
      [does(3000, ({ session }) => session.interrupt())],
    );
    expect(history()).toEqual(['user: hello', `assistant: ${heard}`]);
  });

  it('gets the messages that the application adds', async () => {
    const inputs: SpeechModelInput[] = [];
    await play(
      (input) => {
        inputs.push(input);
        return EMPTY;
      },
      [
        does(100, ({ session }) =>
          session.addMessages([
            { role: 'assistant', content: 'I have sent you a link.' },
            { role: 'system', content: 'The guest has paid.' },
          ]),
        ),
      ],
    );
    expect(inputs.slice(0, 2)).toEqual([
      { kind: 'add', messages: [{ role: 'assistant', content: 'I have sent you a link.' }] },
      { kind: 'update' },
    ]);
  });

  it.each([
    ['an unknown kind', { kind: 'speak' }, 'kind to be the kind of an event, got "speak"'],
    ['a text without an item', { kind: 'text', delta: 'a' }, 'item to be a string, got undefined'],
    ['audio that is none', { kind: 'audio', item: 'a', frame: {} }, 'frame.samples to be an Int16Array, got undefined'],
    [
      'times of more than 50000 words',
      { kind: 'timings', item: 'a', words: Array(50_001).fill({ from: 0, to: 1, startMs: 0, endMs: 1 }) },
      'words to be at most 50000 words, got 50001',
    ],
    [
      'more than 128 calls',
      {
        kind: 'ended',
        calls: Array(129).fill({ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }),
      },
      'calls to be at most 128 calls, got 129',
    ],
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
