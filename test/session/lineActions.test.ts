import { describe, expect, it, vi } from 'vitest';
import type { AntiphonError } from '../../src/core/errors.ts';
import type { LineActions } from '../../src/core/ports.ts';
import type { SessionControl } from '../../src/session/sessionControl.ts';
import { createTestSession, type TestSession } from '../support/testSession.ts';

const GREETING = 'One moment, please.';
/** The double of TTS speaks it in this time. */
const GREETING_MS = 60 * GREETING.length;

interface Call extends TestSession {
  /** What the line was asked to do, with its times. */
  readonly done: readonly string[];
  readonly reported: readonly AntiphonError[];
}

/** A session whose agent greets, on a line that does this. */
function call(actions: (at: () => number) => LineActions): Call {
  const done: string[] = [];
  const log = (text: string): void => void done.push(`${text} at ${made.clock.now()}`);
  const own = actions(() => made.clock.now());
  const logged: LineActions = {
    ...(own.sendDigits && {
      sendDigits: (digits, signal) => (log(`keys ${digits}`), own.sendDigits?.(digits, signal) ?? DONE),
    }),
    ...(own.transfer && {
      transfer: (target, signal) => (log(`transfer ${target}`), own.transfer?.(target, signal) ?? DONE),
    }),
    ...(own.hangUp && { hangUp: (signal) => (log('hang up'), own.hangUp?.(signal) ?? DONE) }),
  };
  const made: TestSession = createTestSession({ config: { first_message: GREETING }, transport: { actions: logged } });
  const reported: AntiphonError[] = [];
  made.session.errors$.subscribe((error) => reported.push(error));
  return { ...made, done, reported };
}

const DONE = Promise.resolve();
const able = (): LineActions => ({ sendDigits: () => DONE, transfer: () => DONE, hangUp: () => DONE });
const reasonOf = async ({ session }: TestSession): Promise<string> => (await session.ended).reason;
const settledOf = (work: Promise<void>): Promise<unknown> =>
  work.then(() => 'done').catch((error: AntiphonError) => error.code);

describe('a transfer', () => {
  it('waits for what the agent says, connects the caller, and ends the session', async () => {
    const made = call(able);
    await made.clock.run(100);
    const work = made.session.transfer('+15550003');
    await made.clock.run(5000);
    await work;
    expect(made.done).toEqual([`transfer +15550003 at ${GREETING_MS}`]);
    expect(await reasonOf(made)).toBe('transferred');
    expect(made.reported).toEqual([]);
  });

  it('comes at once if it is to', async () => {
    const made = call(able);
    await made.clock.run(100);
    const work = made.session.transfer('+15550003', { after: 'now' });
    await made.clock.run(5000);
    await work;
    expect(made.done).toEqual(['transfer +15550003 at 100']);
  });

  it('that the line refuses is reported, and the session goes on', async () => {
    const made = call(() => ({ transfer: () => Promise.reject(new Error('nobody answers')) }));
    await made.clock.run(100);
    const settled = settledOf(made.session.transfer('+15550003', { after: 'now' }));
    await made.clock.run(5000);
    expect(await settled).toBe('line_action_failed');
    expect(made.reported.map(({ code, message }) => [code, message])).toEqual([
      ['line_action_failed', 'transfer(): nobody answers'],
    ]);
    expect(made.history()).toEqual([`assistant: ${GREETING}`]);
  });

  it('that takes 10 s is given up, and its signal fires', async () => {
    const seen: AbortSignal[] = [];
    const made = call(() => ({
      transfer: (_, signal) => {
        seen.push(signal);
        return new Promise(() => undefined);
      },
    }));
    await made.clock.run(100);
    const settled = settledOf(made.session.transfer('+15550003', { after: 'now' }));
    await made.clock.run(10_099);
    expect(seen.map(({ aborted }) => aborted)).toEqual([false]);
    await made.clock.run(10_101);
    expect(seen.map(({ aborted }) => aborted)).toEqual([true]);
    expect(await settled).toBe('line_action_failed');
  });

  it('that waits when the session ends is given up', async () => {
    const made = call(able);
    await made.clock.run(100);
    const settled = settledOf(made.session.transfer('+15550003'));
    made.session.close('ended_by_client');
    await made.clock.run(5000);
    expect(await settled).toBe('line_action_failed');
    expect(made.done).toEqual([]);
  });

  it('may be asked for in a function that does not wait for it', async () => {
    const controls: SessionControl[] = [];
    const done: string[] = [];
    const made = createTestSession({
      voice: [{ atMs: 100, forMs: 700 }],
      says: ['the manager please'],
      llm: [{ calls: [{ name: 'connect' }] }, GREETING],
      functions: { connect: () => void controls[0]?.transfer('sip:manager') },
      transport: {
        actions: { transfer: async (target: string) => void done.push(`${target}, ${made.history().at(-1)}`) },
      },
    });
    controls.push(made.session);
    await made.clock.run(10_000);
    expect(done).toEqual([`sip:manager, assistant: ${GREETING}`]);
    expect(await reasonOf(made)).toBe('transferred');
  });
});

describe('keys', () => {
  it('are sent at once, and the session goes on', async () => {
    const made = call(able);
    await made.clock.run(100);
    await made.session.sendDigits('1w2#');
    expect(made.done).toEqual(['keys 1w2# at 100']);
    await made.clock.run(5000);
    expect(made.history()).toEqual([`assistant: ${GREETING}`]);
  });

  it.each(['', 'x', '1'.repeat(65), 5])('that are none are refused: %j', async (digits) => {
    const made = call(able);
    await made.clock.run(100);
    expect(await settledOf(made.session.sendDigits(digits as string))).toBe('usage_invalid');
    expect(made.done).toEqual([]);
  });
});

describe('hanging up', () => {
  it('waits for what the agent says, and ends the session', async () => {
    const made = call(able);
    await made.clock.run(100);
    const work = made.session.hangUp();
    await made.clock.run(5000);
    await work;
    expect(made.done).toEqual([`hang up at ${GREETING_MS}`]);
    expect(await reasonOf(made)).toBe('agent_ended');
  });
});

describe('a line that can do nothing', () => {
  it.each([
    ['sendDigits', (session: SessionControl) => session.sendDigits('1')],
    ['transfer', (session: SessionControl) => session.transfer('+15550003')],
    ['hangUp', (session: SessionControl) => session.hangUp()],
  ])('says so at once: %s', async (action, ask) => {
    const made = call(() => ({}));
    await made.clock.run(100);
    expect(await settledOf(ask(made.session))).toBe('line_action_unsupported');
    expect(made.reported.map(({ code, message }) => [code, message])).toEqual([
      ['line_action_unsupported', `${action}(): the line of this session cannot do that`],
    ]);
  });

  it('ends no process with a failure that nobody awaits', async () => {
    const unhandled = vi.fn<() => void>();
    process.once('unhandledRejection', unhandled);
    const made = call(() => ({}));
    await made.clock.run(100);
    void made.session.hangUp();
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });
});
