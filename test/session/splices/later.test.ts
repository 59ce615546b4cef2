import { concatMap, delay, map, mergeMap, of, timer, type Observable } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { PartSession } from '../../../src/session/partSession.ts';
import type { Splices } from '../../../src/session/splices/splice.ts';
import { createTestSession, type TestSession, type TestSessionOptions } from '../../support/testSession.ts';

const CONVERSATION: TestSessionOptions = {
  voice: [{ atMs: 0, forMs: 640 }],
  says: ['tell me'],
  llm: ['One two three. Four five six.'],
};

function create(splice: Splices, options: TestSessionOptions = CONVERSATION): TestSession {
  return createTestSession({ ...options, options: { splice } });
}

/** Emits each value later. */
const later =
  (ms: number) =>
  <T>(source: Observable<T>, { scheduler }: PartSession): Observable<T> =>
    source.pipe(concatMap((value) => of(value).pipe(delay(ms, scheduler))));

describe('a splice that emits later', () => {
  it.each<[keyof Splices, number]>([
    ['reply', 200],
    ['speech', 100],
    ['transcript', 50],
    ['userTurn', 300],
    ['textIn', 300],
    ['activity', 100],
    ['playout', 100],
    ['functionCalls', 100],
    ['functionResults', 100],
  ])('at "%s" delays values, but all of them are heard and in the history', async (edge, ms) => {
    const made = create(
      { [edge]: later(ms) },
      {
        ...CONVERSATION,
        llm: [{ calls: [{ name: 'look' }] }, 'One two three. Four five six.'],
        functions: { look: () => 'seen' },
      },
    );
    await made.clock.run(20_000);
    expect(made.history().filter((line) => !/^(assistant: |tool: seen)$/.test(line))).toEqual([
      'user: tell me',
      'assistant: One two three. Four five six.',
    ]);
    expect(made.errors).toEqual([]);
  });

  it('at "reply" may hold text until the round ends: the end of the reply waits for it', async () => {
    const whole: Splices['reply'] = (texts, { scheduler }) =>
      texts.pipe(
        map((event) => event),
        mergeMap((event) => timer(800, scheduler).pipe(map(() => event))),
      );
    const made = create({ reply: whole });
    await made.clock.run(20_000);
    expect(made.history()).toEqual(['user: tell me', 'assistant: One two three. Four five six.']);
  });

  it('at "reply" is abandoned on an interruption', async () => {
    const made = create(
      { reply: later(400) },
      {
        ...CONVERSATION,
        voice: [
          { atMs: 0, forMs: 640 },
          { atMs: 2600, forMs: 900 },
        ],
        says: ['tell me', 'stop that'],
        llm: ['One two three four five six seven eight nine ten.', 'Yes.'],
      },
    );
    await made.clock.run(20_000);
    expect(made.history().at(-1)).toBe('assistant: Yes.');
    expect(made.errors).toEqual([]);
  });

  it('at "userTurn" does not lose the last words of a session', async () => {
    const made = create({ userTurn: later(200) });
    made.clock.schedule(() => made.session.close('ended_by_api'), 700);
    await made.clock.run(5000);
    expect(made.history()).toEqual(['user: tell me']);
  });
});
