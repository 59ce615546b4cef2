import { concatMap, delay, map, NEVER, of, take, throwError, type MonoTypeOperatorFunction } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { Transcript } from '../../../src/core/speech.ts';
import type { EdgeName } from '../../../src/session/edges.ts';
import type { SpliceFailure, Splices } from '../../../src/session/splices/splice.ts';
import { createTestSession, type TestSession, type TestSessionOptions } from '../../support/testSession.ts';

const CONVERSATION: TestSessionOptions = {
  voice: [{ atMs: 0, forMs: 640 }],
  says: ['my number is 1234'],
  llm: [{ calls: [{ name: 'look' }] }, 'Thank you.'],
  functions: { look: () => 'seen' },
};

const ALL = ['user: my number is 1234', 'assistant: ', 'tool: seen', 'assistant: Thank you.'];

async function talk(splice: Splices, options: TestSessionOptions = CONVERSATION): Promise<TestSession> {
  const made = createTestSession({ ...options, options: { splice } });
  await made.clock.run(20_000);
  return made;
}

function fail(): never {
  throw new Error('no');
}

/** Returns the reason why a session ended, or says that it goes on. */
async function endOf({ session }: TestSession): Promise<string> {
  const going = Promise.resolve().then(() => ({ reason: 'goes on' }));
  return (await Promise.race([session.ended, going])).reason;
}

/** Throws on the first value that is not a bracket, and passes the others. */
function throwsOnce<T>(): MonoTypeOperatorFunction<T> {
  let isFirst = true;
  return map((value) => {
    if (!isFirst) return value;
    isFirst = false;
    throw new Error('no');
  });
}

const withoutDigits = <T extends { readonly text: string }>(value: T): T => ({
  ...value,
  text: value.text.replaceAll(/\d+/g, '…'),
});

describe('a splice that throws', () => {
  it('stays in: a guard that throws at the first number holds back the second one', async () => {
    let isFirst = true;
    const guard = map((said: Transcript) => {
      if (!isFirst) return withoutDigits(said);
      isFirst = false;
      throw new Error('no');
    });
    const { history } = await talk(
      { transcript: guard },
      {
        voice: [
          { atMs: 0, forMs: 640 },
          { atMs: 6000, forMs: 640 },
        ],
        says: ['it is 1234', 'or 5678'],
        llm: ['Yes.', 'Yes.'],
        stt: { interims: false },
      },
    );
    expect(history().filter((line) => line.startsWith('user'))).toEqual(['user: it is 1234', 'user: or …']);
  });

  it('is named, with its edge and the kind of the value', async () => {
    const named = { operator: throwsOnce<Transcript>(), name: 'card numbers' };
    const { errors } = await talk({ transcript: named });
    expect(errors.map(({ code, message, details }) => [code, details.path, message])).toEqual([
      [
        'splice_failed',
        'splice.transcript',
        'the splice "card numbers" at "transcript" failed on a value of kind "interim": no',
      ],
    ]);
  });

  it.each<[EdgeName, readonly string[]]>([
    ['transcript', ALL],
    ['userTurn', ALL],
    [
      'functionCalls',
      [
        'user: my number is 1234',
        'assistant: ',
        'tool: not executed: the splice at "functionCalls" failed',
        'assistant: Thank you.',
      ],
    ],
    [
      'functionResults',
      [
        'user: my number is 1234',
        'assistant: ',
        'tool: error: the splice at "functionResults" failed',
        'assistant: Thank you.',
      ],
    ],
    ['reply', ['user: my number is 1234', 'assistant: ', 'tool: seen', 'assistant: you.']],
    ['speech', ALL],
    ['playout', ALL],
    ['interruption', ALL],
    ['activity', ALL],
    ['audioIn', ALL],
  ])('at "%s" loses at most one value, and none that the user has said', async (edge, messages) => {
    const { history } = await talk({ [edge]: throwsOnce<never>() });
    expect(history()).toEqual(messages);
  });

  it.each<[SpliceFailure, readonly string[]]>([
    ['skip', ['user: my number is 1234', 'assistant: Yes.']],
    ['drop', []],
  ])('with onError "%s"', async (onError, messages) => {
    const operator = throwsOnce<{ readonly turn: number; readonly text: string }>();
    const { history } = await talk({ userTurn: { operator, onError } }, { ...CONVERSATION, llm: ['Yes.'] });
    expect(history()).toEqual(messages);
  });

  it('with onError "end" ends the session with a named reason', async () => {
    const operator = throwsOnce<{ readonly turn: number; readonly text: string }>();
    const { session, errors } = await talk({ userTurn: { operator, onError: 'end' } });
    expect((await session.ended).reason).toBe('part_failed');
    expect(errors.map(({ code }) => code)).toEqual(['splice_failed']);
  });

  it('loses none of the values that it was still working on', async () => {
    let count = 0;
    const moderate: Splices['textIn'] = (texts, { scheduler }) =>
      texts.pipe(
        concatMap((text) => {
          count += 1;
          return count === 1 ? of(text).pipe(delay(300, scheduler), map(fail)) : of(text).pipe(delay(300, scheduler));
        }),
      );
    const made = createTestSession({ llm: ['Yes.', 'Yes.', 'Yes.'], options: { splice: { textIn: moderate } } });
    for (const [at, text] of ['one', 'two', 'three'].entries())
      made.clock.schedule(() => made.io.user.text.next(text), 100 + at * 10);
    await made.clock.run(20_000);
    expect(
      made
        .history()
        .filter((line) => line.startsWith('user'))
        .join(' '),
    ).toMatch(/one.*two.*three/);
  });

  it('at each of many values is reported ten times in a row', async () => {
    const made = createTestSession({
      voice: [{ atMs: 0, forMs: 640 }],
      options: { splice: { audioIn: () => throwError(() => new Error('no')) } },
    });
    await made.clock.run(2000);
    expect(made.codes.filter((code) => code === 'splice_failed').length).toBe(10);
  });
});

describe('a splice that completes', () => {
  it('stays in, and is reported', async () => {
    const { errors, history } = await talk({ userTurn: take(1) });
    expect(history().at(-1)).toBe('assistant: Thank you.');
    expect(errors.map(({ message }) => message)).toEqual([
      'the splice at "userTurn" has completed; it restarts with the next value',
    ]);
  });
});

describe('a splice that lets nothing through', () => {
  it.each<[EdgeName, string]>([
    ['audioIn', 'the splice at "audioIn" has let nothing through for 10 s'],
    ['activity', 'the splice at "activity" has let nothing through for 10 s'],
    ['transcript', 'the splice at "transcript" has let nothing through for 10 s'],
    ['userTurn', 'the splice at "userTurn" has let nothing through for 10 s'],
    ['reply', 'the splice at "reply" has withheld a value for 2000 ms'],
    ['speech', 'the splice at "speech" has withheld a value for 2000 ms'],
    ['functionCalls', 'the splice at "functionCalls" has withheld a value for 2000 ms'],
    ['functionResults', 'the splice at "functionResults" has withheld a value for 2000 ms'],
  ])('at "%s" is reported, and what is typed is answered', async (edge, message) => {
    const made = createTestSession({
      ...CONVERSATION,
      llm: [{ calls: [{ name: 'look' }] }, 'Thank you.', 'And this?'],
      options: { splice: { [edge]: () => NEVER } },
    });
    made.clock.schedule(() => made.io.user.text.next('hello'), 20_000);
    await made.clock.run(40_000);
    expect(made.errors.map((error) => error.message)).toContain(message);
    expect(made.history().includes('user: hello')).toBe(edge !== 'userTurn');
    expect(await endOf(made)).toBe('goes on');
  });
});
