import type { AntiphonError } from '../../../src/core/errors.ts';
import { createContext, runInContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { contain } from '../../../src/session/containment/containment.ts';
import { notify } from '../../../src/session/agentCode/notify.ts';
import { createAnsweringSession } from '../../support/playSession.ts';
import type { TestSession } from '../../support/testSession.ts';

/** A function of another realm: its promises and errors are not instances of ours. */
const foreign = (source: string): (() => unknown) =>
  runInContext(`(${source})`, createContext({ queueMicrotask })) as () => unknown;

const failures = ({ errors }: Pick<TestSession, 'errors'>): readonly (readonly unknown[])[] =>
  errors.map(({ code, details, cause }) => [code, details.path, (cause as Error).message]);

async function sessionWith(on_user_message_added: () => unknown): Promise<TestSession> {
  const session = createAnsweringSession({ llm: ['Good.'], agent: { on_user_message_added } });
  await session.clock.run(4000);
  expect(session.history().at(-1)).toBe('assistant: Good.');
  return session;
}

describe('what an event handler does is caught and reported', () => {
  it.each<[string, () => unknown]>([
    [
      'it throws',
      () => {
        throw new Error('broken');
      },
    ],
    ['it rejects', () => Promise.reject(new Error('broken'))],
    ['it rejects, in another realm', foreign('async () => { throw new Error("broken"); }')],
    ['it rejects later, in another realm', foreign('async () => { await null; throw new Error("broken"); }')],
    [
      'it returns a rejected promise whose then does nothing',
      // oxlint-disable-next-line unicorn/no-thenable
      () => Object.assign(Promise.reject(new Error('broken')), { then: () => undefined }),
    ],
    [
      'it returns a lazy thenable that rejects',
      // oxlint-disable-next-line unicorn/no-thenable
      () => ({ then: (_: unknown, reject: (error: Error) => void) => reject(new Error('broken')) }),
    ],
    [
      'it returns a thenable with an async then that throws',
      foreign('() => ({ async then() { throw new Error("broken"); } })'),
    ],
    [
      'it returns a thenable of a promise that rejects',
      foreign('() => ({ then(resolve) { resolve(Promise.reject(new Error("broken"))); } })'),
    ],
    ['it returns a thenable whose then throws', foreign('() => ({ then() { throw new Error("broken"); } })')],
    [
      'it returns an object whose then cannot be read',
      foreign('() => ({ get then() { throw new Error("broken"); } })'),
    ],
    ['it throws in a microtask', foreign('() => { queueMicrotask(() => { throw new Error("broken"); }); }')],
    [
      'it throws in a microtask, later',
      foreign('async () => { await null; queueMicrotask(() => { throw new Error("broken"); }); }'),
    ],
    [
      'it returns a thenable that throws in a microtask',
      foreign('() => ({ then() { queueMicrotask(() => { throw new Error("broken"); }); } })'),
    ],
  ])('%s', async (_, handler) => {
    const session = await sessionWith(handler);
    expect(failures(session)).toEqual([['event_handler_failed', 'on_user_message_added', 'broken']]);
  });

  it.each<[string, () => unknown, readonly string[]]>([
    ['rejects and then resolves', foreign('() => ({ then(a, b) { b(new Error("first")); a(); } })'), ['first']],
    ['rejects twice', foreign('() => ({ then(a, b) { b(new Error("first")); b(new Error("second")); } })'), ['first']],
    ['resolves and then rejects', foreign('() => ({ then(a, b) { a(); b(new Error("second")); } })'), []],
    ['resolves and then throws', foreign('() => ({ then(a) { a(); throw new Error("second"); } })'), []],
    ['resolves with itself', foreign('() => { const it = { then(a) { a(it); } }; return it; }'), []],
  ])('once, as with a promise: a thenable that %s', async (_, handler, messages) => {
    expect(failures(await sessionWith(handler)).map((failure) => failure[2])).toEqual(messages);
  });

  it('a thenable is awaited: only its then begins the work', async () => {
    let begun = 0;
    await sessionWith(() => ({
      // oxlint-disable-next-line unicorn/no-thenable
      then: (resolve: () => void) => {
        begun += 1;
        resolve();
      },
    }));
    expect(begun).toBe(1);
  });

  it('also where the handler itself cannot be read', async () => {
    const errors: AntiphonError[] = [];
    notify(
      {
        get on_user_started_speaking(): never {
          throw new Error('broken');
        },
      },
      { name: 'on_user_started_speaking', input: {} },
      { report: (error) => errors.push(error), contain },
    );
    expect(failures({ errors })).toEqual([['event_handler_failed', 'on_user_started_speaking', 'broken']]);
  });
});
