import { EMPTY } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { INTERRUPTED } from '../../../src/core/callResult.ts';
import { handoff } from '../../../src/session/agentCode/handoff.ts';
import { defineAgent, defineFunction } from '../../../src/session/agent.ts';
import * as z from 'zod';
import type { TestSessionOptions } from '../../support/testSession.ts';
import { createTestSession } from '../../support/testSession.ts';
import { does, TELL_ME, types } from '../../support/userActions.ts';
import { after, calls, createBackgroundSession, write, type BackgroundSession, type Work } from './desk.ts';

async function play(
  works: Readonly<Record<string, Work>>,
  options: Omit<TestSessionOptions, 'functions'>,
  forMs = 30_000,
): Promise<BackgroundSession> {
  const session = createBackgroundSession(works, { ...options, user: [TELL_ME, ...(options.user ?? [])] });
  await session.clock.run(forMs);
  return session;
}

/** Notes when its signal fires, and ignores it. */
function stubborn(aborted: string[]): Work {
  return {
    does: ({ signal, tool_call_id }, clock) => {
      signal.addEventListener('abort', () => aborted.push(`${clock.now()} ${tool_call_id}`));
      return new Promise(() => {});
    },
  };
}

describe('a call in the background', () => {
  it('ends with session.cancel(), and no reply follows', async () => {
    const aborted: string[] = [];
    const { executed, spoken } = await play(
      { book: stubborn(aborted) },
      {
        llm: [calls('book'), 'On it.', 'never said'],
        user: [
          does(4000, ({ session }) => session.cancel('book')),
          does(5000, ({ session }) => session.cancel('book')),
        ],
      },
    );
    expect(aborted).toEqual(['4000 book']);
    expect(executed).toEqual([`4000 book: ${INTERRUPTED}`]);
    expect(spoken()).toEqual(['On it.']);
  });

  it('is ended by the model with the function that it asks for', async () => {
    const aborted: string[] = [];
    const { executed, tools, spoken } = await play(
      { book: { ...stubborn(aborted), background: { cancel: true } } },
      { llm: [calls('book'), 'On it.', calls('cancel_book'), 'Cancelled.'], user: [types(4000, 'cancel it')] },
    );
    expect(tools[0]).toEqual(['book', 'cancel_book']);
    expect(executed).toEqual([`4000 book: ${INTERRUPTED}`, '4000 cancel_book: ended']);
    expect(spoken()).toEqual(['On it.', 'Cancelled.']);
  });

  it('is refused while another one of the function is running', async () => {
    const { executed } = await play(
      { book: { does: after(9000) } },
      { llm: [calls('book'), 'On it.', calls('book'), 'It is under way.', 'Done.'], user: [types(4000, 'a table')] },
    );
    expect(executed).toEqual([
      '4000 book: not executed: "book" is running, and its result follows',
      '10586 book: done',
    ]);
  });

  it('replaces another one of the function with duplicates: replace', async () => {
    const again = { calls: [{ id: 'second', name: 'find' }] };
    const { executed } = await play(
      { find: { does: after(6000), background: { duplicates: 'replace' } } },
      { llm: [calls('find'), 'I search.', again, 'I search again.', 'Found.'], user: [types(4000, 'no, in Rome')] },
    );
    expect(executed).toEqual([`4000 find: ${INTERRUPTED}`, '10000 second: done']);
  });

  it('runs beside another one of the function with duplicates: allow', async () => {
    const again = { calls: [{ id: 'second', name: 'find' }] };
    const { executed, spoken } = await play(
      { find: { does: after(6000), background: { duplicates: 'allow' } } },
      { llm: [calls('find'), 'I search.', again, 'There, too.', 'One.', 'Two.'], user: [types(4000, 'and in Rome')] },
    );
    expect(executed).toEqual(['7586 find: done', '10000 second: done']);
    expect(spoken()).toEqual(['I search.', 'There, too.', 'One.', 'Two.']);
  });

  it('ends with the session, before its end', async () => {
    const aborted: string[] = [];
    const { executed, session, ledger } = await play(
      { book: stubborn(aborted) },
      { llm: [calls('book'), 'On it.'], user: [does(4000, (made) => made.session.end())] },
    );
    expect(aborted).toEqual(['4000 book']);
    expect(executed).toEqual([`4000 book: ${INTERRUPTED}`]);
    expect((await session.ended).reason).toBe('agent_ended');
    expect(ledger.open()).toEqual({});
  });

  it('ends when an update takes its function away', async () => {
    const aborted: string[] = [];
    const { executed } = await play(
      { book: stubborn(aborted) },
      {
        llm: [calls('book'), 'On it.', 'Hello.', 'It was interrupted.'],
        user: [does(4000, ({ session }) => session.update({ functions: {} })), types(5000, 'hello')],
      },
    );
    expect(executed).toEqual([`5000 book: ${INTERRUPTED}`]);
    expect(aborted).toEqual(['5000 book']);
  });

  it('goes on through an update that keeps its function', async () => {
    const { executed } = await play(
      { book: { does: after(6000) } },
      {
        llm: [calls('book'), 'On it.', 'Hello.', 'Booked.'],
        user: [
          does(3000, ({ session }) =>
            session.update({
              functions: {
                book: defineFunction({
                  description: 'b',
                  parameters: z.object({}),
                  background: true,
                  execute: () => '',
                }),
              },
            }),
          ),
          types(4000, 'hello'),
        ],
      },
    );
    expect(executed).toEqual(['7586 book: done']);
  });

  it('ends when the conversation is handed to an agent without its function', async () => {
    const seen: string[] = [];
    const bob = defineAgent({
      name: 'bob',
      configure_session: () => ({
        vad: { provider: 'silero' },
        stt: { provider: 'deepgram', api_key: 'none' },
        tts: { provider: 'deepgram', api_key: 'none' },
        initial_messages: [],
        session_data: {},
      }),
      llm_response_handler: () => EMPTY,
      on_function_calls_executed: ({ results }) =>
        void seen.push(...results.map(({ tool_call_id, content }) => `${tool_call_id}: ${content}`)),
    });
    const aborted: string[] = [];
    const { executed } = await play(
      { book: stubborn(aborted), move: { background: false, does: () => handoff(bob, { session_data: {} }) } },
      { llm: [calls('book'), 'On it.', calls('move')], user: [types(4000, 'bob, please')] },
    );
    expect(aborted).toEqual(['4000 book']);
    expect(executed).toEqual(['4000 move: The conversation goes on with bob.', `4000 book: ${INTERRUPTED}`]);
    expect(seen).toEqual([`book: ${INTERRUPTED}`]);
  });

  it('cannot hand over', async () => {
    const other = defineAgent({
      name: 'other',
      configure_session: () => {
        throw new Error('never called');
      },
      llm_response_handler: () => [],
    } as never);
    const { executed } = await play(
      { move: { does: async (_, clock) => clock.sleep(1000).then(() => handoff(other)) } },
      { llm: [calls('move'), 'One moment.', 'Sorry.'] },
    );
    expect(executed).toEqual([
      '2586 move: error: "move" failed: expected a result, got a handoff: a function in the background cannot hand over',
    ]);
  });

  it('is over for a process that resumes the session, and the agent replies to that', async () => {
    const works = { book: { does: after(9000) } };
    const session = createBackgroundSession(works, { llm: [calls('book'), 'On it.'], user: [TELL_ME] });
    const checkpoints: unknown[] = [];
    session.session.checkpoint$.subscribe((checkpoint) => checkpoints.push(checkpoint));
    await session.clock.run(6000);
    const lost: unknown[] = [];
    const resumed = createTestSession({
      llm: ['It was interrupted.'],
      options: { resumeFrom: structuredClone(checkpoints.at(-1)) as never },
      agent: {
        on_session_resumed: ({ interrupted_calls }) => lost.push(...interrupted_calls.map(({ content }) => content)),
      },
    });
    await resumed.clock.run(10_000);
    expect(lost).toEqual([INTERRUPTED]);
    expect(resumed.history().slice(-3)).toEqual([
      'assistant: ',
      `tool: ${INTERRUPTED}`,
      'assistant: It was interrupted.',
    ]);
  });

  it('is said by a resumed session if its result came just before the crash', async () => {
    const session = createBackgroundSession(
      { book: { does: after(4000, 'booked') } },
      { llm: [calls('book'), 'On it.', { text: 'Booked.', firstTokenMs: 5000 }], user: [TELL_ME] },
    );
    const checkpoints: { readonly unanswered: string | null }[] = [];
    session.session.checkpoint$.subscribe((checkpoint) => checkpoints.push(checkpoint));
    await session.clock.run(6500);
    expect(checkpoints.at(-1)?.unanswered).toBe('');
  });
});

describe('progress', () => {
  const works: Readonly<Record<string, Work>> = {
    book: {
      does: async ({ progress }, clock) => {
        await clock.sleep(3000);
        progress('two of five are asked');
        await clock.sleep(3000);
        progress('four of five are asked', { say: 'I have asked four of them.' });
        await clock.sleep(3000);
        return 'booked';
      },
    },
  };

  it('is known to the model, and said if the function wants it', async () => {
    const { requests, spoken, executed } = await play(works, { llm: [calls('book'), 'On it.', 'Booked.'] });
    expect(write(requests.at(-1) ?? []).slice(3)).toEqual([
      'assistant: On it.',
      'calls book:update1',
      'tool book:update1: two of five are asked',
      'calls book:update2',
      'tool book:update2: four of five are asked',
      'assistant: I have asked four of them.',
      'calls book:result',
      'tool book:result: booked',
    ]);
    expect(spoken()).toEqual(['On it.', 'I have asked four of them.', 'Booked.']);
    expect(executed).toEqual(['10586 book: booked']);
  });

  it('is reported if it is not a string, comes too often, or comes from a function in the foreground', async () => {
    const { codes, errors } = await play(
      {
        book: {
          does: async ({ progress }, clock) => {
            await clock.sleep(100);
            progress(7 as never);
            for (let at = 0; at < 102; at += 1) progress(`${at}`);
            return 'booked';
          },
        },
        look: { background: false, does: ({ progress }) => progress('half') },
      },
      { llm: [calls('book', 'look'), 'On it.', 'Booked.'] },
    );
    expect(codes).toEqual(['usage_invalid', 'usage_invalid', 'usage_invalid']);
    expect(errors.map(({ message }) => message)).toEqual([
      'progress() of "look": expected a function with "background", got one without',
      'progress() of "book": expected a string, got 7',
      'progress() of "book": expected 100 calls, got more',
    ]);
  });
});

it('a definition with a fault is refused with the field, what was expected and what came', () => {
  const define = (more: object) => () =>
    defineFunction({ description: 'd', parameters: z.object({}), execute: () => '', background: true, ...more });
  expect(define({ background: { result: 'later' } })).toThrow(
    'background.result: expected one of when_idle, interrupt, silent, got "later"',
  );
  expect(define({ background: { results: 'silent' } })).toThrow(
    'background.results: expected one of the fields result, duplicates, cancel',
  );
  expect(define({ background: 'yes' })).toThrow('background: expected true, false or an object, got "yes"');
  expect(define({ uninterruptible: true })).toThrow(
    'uninterruptible: expected false or nothing for a function in the background',
  );
});
