import { tap } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { PartSession } from '../../src/session/partSession.ts';
import { defineTap } from '../../src/session/taps.ts';
import { createTtsDouble } from '../../src/testing/doubles/tts.ts';
import { createTestSession, type TestSession, type TestSessionOptions } from '../support/testSession.ts';

async function answer(options: Partial<TestSessionOptions>): Promise<TestSession> {
  const made = createTestSession({
    voice: [{ atMs: 0, forMs: 640 }],
    says: ['tell me'],
    llm: ['Yes.', 'More.'],
    ...options,
  });
  await made.clock.run(10_000);
  return made;
}

/** Gives the session to a part at each place, and collects what they get. */
function collect(): { readonly given: Map<string, PartSession>; readonly options: Partial<TestSessionOptions> } {
  const given = new Map<string, PartSession>();
  const note = (place: string, session: PartSession): void => void given.set(place, session);
  return {
    given,
    options: {
      agent: { on_user_message_added: ({ session }) => note('event', session) },
      options: {
        splice: { userTurn: (turns, session) => turns.pipe(tap(() => note('splice', session))) },
        stages: { interruption: ({ session }, standard) => (note('stage', session), standard()) },
        taps: [defineTap('userTurn', (_, session) => note('tap', session))],
      },
    },
  };
}

describe('the session of a part', () => {
  it('is the same one for splices, stages, taps and events', async () => {
    const { given, options } = collect();
    const { session, clock } = await answer(options);
    expect([...given.keys()].toSorted()).toEqual(['event', 'splice', 'stage', 'tap']);
    expect(new Set(given.values()).size).toBe(1);
    const [one] = given.values();
    expect(one).toMatchObject({ id: session.id, session_data: {}, line: { protocol: 'custom' } });
    expect(one?.config.vad).toEqual({ provider: 'silero' });
    expect(one?.scheduler.now()).toBe(clock.now());
  });

  it('acts: a tap says something', async () => {
    let isSaid = false;
    const greeter = defineTap('userTurn', (_, { say }) => {
      if (!isSaid) say('One moment.');
      isSaid = true;
    });
    const { history } = await answer({ options: { taps: [greeter] } });
    expect(history().join(' ')).toContain('One moment.');
  });

  it('fires its signal when the session has ended', async () => {
    const { given, options } = collect();
    const { session, clock } = await answer(options);
    const [one] = given.values();
    expect(one?.signal.aborted).toBe(false);
    session.end({ after: 'now' });
    await clock.run(20_000);
    expect(one?.signal.aborted).toBe(true);
  });

  it('emits failures and diagnostics, also one that a part causes, and completes at the end', async () => {
    const codes: string[] = [];
    let isComplete = false;
    const { session, clock } = await answer({
      agent: {
        on_user_started_speaking: ({ session: { errors$ } }) =>
          errors$.subscribe({ next: ({ code }) => codes.push(code), complete: () => (isComplete = true) }),
        on_user_message_added: () => {
          throw new Error('no');
        },
      },
    });
    expect(codes).toEqual(['event_handler_failed']);
    session.end({ after: 'now' });
    await clock.run(20_000);
    expect(isComplete).toBe(true);
  });

  it('reports a subscriber of its errors that throws, and goes on', async () => {
    const { session, errors, history } = await answer({
      agent: {
        on_user_started_speaking: ({ session: { errors$ } }) =>
          errors$.subscribe(({ code }) => {
            if (code === 'event_handler_failed') throw new Error('a bad subscriber');
          }),
        on_user_message_added: () => {
          throw new Error('no');
        },
      },
    });
    expect(errors.map(({ code }) => code)).toContain('tap_failed');
    expect(history()).toContain('user: tell me');
    session.end({ after: 'now' });
  });

  it('is given to a port that is created for it', async () => {
    const lines: unknown[] = [];
    const clockless = createTestSession({
      llm: ['Yes.'],
      options: {
        ports: {
          tts: ({ line, scheduler }) => {
            lines.push(line);
            return createTtsDouble({ scheduler });
          },
        },
      },
      prepare: (io) => Object.assign(io, { line: { protocol: 'intercom', from: '12' } }),
    });
    clockless.clock.schedule(() => clockless.io.user.text.next('hello'), 100);
    await clockless.clock.run(5000);
    expect(lines).toEqual([{ protocol: 'intercom', from: '12' }]);
    expect(clockless.history()).toEqual(['user: hello', 'assistant: Yes.']);
  });

  it('is in the input of events, but not in copies, comparisons or JSON of it', async () => {
    const inputs: { readonly session: PartSession }[] = [];
    await answer({ agent: { on_user_message_added: (input) => inputs.push(input) } });
    const [input] = inputs;
    expect(input?.session.id).toMatch(/^ses_/);
    expect(Object.keys(input ?? {})).toEqual(['message', 'session_data']);
    expect(JSON.parse(JSON.stringify(input))).toEqual({
      message: { role: 'user', content: 'tell me', name: null, tool_call_id: null },
      session_data: {},
    });
  });
});
