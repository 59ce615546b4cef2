import { describe, expect, it } from 'vitest';
import { ACKNOWLEDGED } from '../../../src/session/agentCode/functions/backgroundCall.ts';
import type { LlmReply } from '../../../src/testing/doubles/streamReply.ts';
import type { UserAction } from '../../support/testSession.ts';
import { does, says, TELL_ME, types } from '../../support/userActions.ts';
import { after, calls, createBackgroundSession, write, type BackgroundSession, type Work } from './desk.ts';

interface Play {
  readonly works: Readonly<Record<string, Work>>;
  readonly llm: readonly (string | LlmReply)[];
  readonly user?: readonly UserAction[];
  readonly forMs?: number;
}

async function play({ works, llm, user = [], forMs = 30_000 }: Play): Promise<BackgroundSession> {
  const session = createBackgroundSession(works, { user: [TELL_ME, ...user], llm });
  await session.clock.run(forMs);
  return session;
}

describe('a function in the background', () => {
  it('lets the agent speak on at once, and is answered when it has returned', async () => {
    const { history, executed, requests } = await play({
      works: { book: { does: after(5000, 'booked') } },
      llm: [calls('book'), 'I am on it.', 'It is booked.'],
    });
    expect(executed).toEqual(['6586 book: booked']);
    expect(history()).toEqual([
      'user: tell me',
      'assistant: ',
      `tool: ${ACKNOWLEDGED}`,
      'assistant: I am on it.',
      'assistant: ',
      'tool: booked',
      'assistant: It is booked.',
    ]);
    expect(write(requests.at(-1) ?? [])).toEqual([
      'user: tell me',
      'calls book',
      `tool book: ${ACKNOWLEDGED}`,
      'assistant: I am on it.',
      'calls book:result',
      'tool book:result: booked',
    ]);
  });

  it('sets its first result itself', async () => {
    const work: Work = {
      does: (context, clock) => {
        context.acknowledge('request 7 was sent');
        return after(5000)(context, clock);
      },
    };
    const { history } = await play({ works: { book: work }, llm: [calls('book'), 'Sent.', 'Done.'] });
    expect(history()[2]).toBe('tool: request 7 was sent');
  });

  it('is like any other if it returns at once', async () => {
    const { history, executed } = await play({
      works: { book: { does: () => 'booked' } },
      llm: [calls('book'), 'Done.'],
    });
    expect(executed).toEqual(['1586 book: booked']);
    expect(history()).toEqual(['user: tell me', 'assistant: ', 'tool: booked', 'assistant: Done.']);
  });

  it('does not keep the next turn waiting', async () => {
    const { history, when } = await play({
      works: { book: { does: after(8000, 'booked') } },
      llm: [calls('book'), 'I am on it.', 'At seven.', 'It is booked.'],
      user: [says(4000, 'what time is it')],
    });
    expect(when('user_message_added')).toEqual([1586, 5266]);
    expect(history().filter((line) => line.startsWith('assistant: ') && line !== 'assistant: ')).toEqual([
      'assistant: I am on it.',
      'assistant: At seven.',
      'assistant: It is booked.',
    ]);
  });

  it('is not aborted by an interruption', async () => {
    const aborted: number[] = [];
    const { executed } = await play({
      works: {
        book: {
          does: ({ signal, ...context }, clock) => {
            signal.addEventListener('abort', () => aborted.push(clock.now()));
            return after(5000, 'booked')({ signal, ...context }, clock);
          },
        },
      },
      llm: [calls('book'), 'I am on it, and it may take a while until they answer.', 'Yes?', 'Booked.'],
      user: [says(2200, 'no wait')],
    });
    expect(aborted).toEqual([]);
    expect(executed).toEqual(['6586 book: booked']);
  });

  it('shares its round with others: their results come in one event, and its own in another', async () => {
    const { executed, requests } = await play({
      works: { book: { does: after(4000, 'booked') }, look: { does: after(1000, 'sunny'), background: false } },
      llm: [calls('book', 'look'), 'It is sunny.', 'Booked.'],
    });
    expect(executed).toEqual(['2586 look: sunny', '5586 book: booked']);
    expect(write(requests[1] ?? [])).toEqual([
      'user: tell me',
      'calls book look',
      `tool book: ${ACKNOWLEDGED}`,
      'tool look: sunny',
    ]);
  });

  it('gives an error as its only final result if it fails', async () => {
    const fails: Work = {
      does: async (_, clock) => {
        await clock.sleep(3000);
        throw new Error('no table is free');
      },
    };
    const { executed, codes } = await play({ works: { book: fails }, llm: [calls('book'), 'On it.', 'Sorry.'] });
    expect(executed).toEqual(['4586 book: error: "book" failed: no table is free']);
    expect(codes).toEqual(['function_failed']);
  });

  it('has its own timeout, which is longer by default', async () => {
    const hangs: Work = { does: () => new Promise(() => {}) };
    const { executed } = await play({
      works: { book: hangs, pay: { ...hangs, timeout: 2 } },
      llm: [calls('book', 'pay'), 'On it.', 'One is late.', 'So is the other.'],
      forMs: 400_000,
    });
    expect(executed).toEqual([
      '3586 pay: error: "pay" did not return within 2 s',
      '301586 book: error: "book" did not return within 300 s',
    ]);
  });
});

describe('the final result', () => {
  const speaks = 'I look for it now, and it may take a while until they answer.';

  it('waits for the end of what the agent says', async () => {
    const { spoken, when } = await play({
      works: { book: { does: after(1000, 'booked') } },
      llm: [calls('book'), speaks, 'Booked.'],
    });
    expect(spoken()).toEqual([speaks, 'Booked.']);
    expect(when('agent_interrupted')).toEqual([]);
  });

  it('waits for the user, and is part of the answer to their words', async () => {
    const { spoken, requests } = await play({
      works: { book: { does: after(3000, 'booked') } },
      llm: [calls('book'), 'On it.', 'It is seven, and the table is booked.'],
      user: [says(3800, 'what time is it', 1280)],
    });
    expect(spoken()).toEqual(['On it.', 'It is seven, and the table is booked.']);
    expect(requests).toHaveLength(3);
  });

  it('cuts the agent short with `interrupt`', async () => {
    const { spoken, when } = await play({
      works: { book: { does: after(1000, 'booked'), background: { result: 'interrupt' } } },
      llm: [calls('book'), speaks, 'Booked.'],
    });
    expect(when('agent_interrupted')).toEqual([2586]);
    expect(spoken().at(-1)).toBe('Booked.');
  });

  it('asks the model anew with `interrupt` if its answer is not audible yet', async () => {
    const { spoken, requests, events } = await play({
      works: { book: { does: after(3000, 'booked'), background: { result: 'interrupt' } } },
      llm: [calls('book'), 'On it.', { text: 'At seven.', firstTokenMs: 2000 }, 'Booked, and it is seven.'],
      user: [types(4000, 'what time is it')],
    });
    expect(spoken()).toEqual(['On it.', 'Booked, and it is seven.']);
    expect(write(requests.at(-1) ?? []).slice(-3)).toEqual([
      'user: what time is it',
      'calls book:result',
      'tool book:result: booked',
    ]);
    expect(events.map(({ event }) => event)).not.toContain('agent_interrupted');
  });

  it('never starts over the user with `interrupt`', async () => {
    const { when } = await play({
      works: { book: { does: after(3000, 'booked'), background: { result: 'interrupt' } } },
      llm: [calls('book'), 'On it.', 'Booked.'],
      user: [says(3800, 'hm well', 1280)],
    });
    expect(when('agent_started_speaking')[1]).toBe(when('user_message_added')[1]);
  });

  it('is only known to the model with `silent`', async () => {
    const { requests, spoken } = await play({
      works: { book: { does: after(2000, 'booked'), background: { result: 'silent' } } },
      llm: [calls('book'), 'On it.', 'Yes, it is.'],
      user: [says(8000, 'is it booked')],
    });
    expect(spoken()).toEqual(['On it.', 'Yes, it is.']);
    expect(write(requests[2] ?? []).slice(-3)).toEqual([
      'calls book:result',
      'tool book:result: booked',
      'user: is it booked',
    ]);
  });

  it('of two calls in one moment gets one reply', async () => {
    const { spoken } = await play({
      works: { book: { does: after(3000, 'booked') }, pay: { does: after(3000, 'paid') } },
      llm: [calls('book', 'pay'), 'On it.', 'Both are done.'],
    });
    expect(spoken()).toEqual(['On it.', 'Both are done.']);
  });

  it('is told again if the user speaks before any of the reply was heard', async () => {
    const { spoken, requests } = await play({
      works: { book: { does: after(3000, 'booked') } },
      llm: [calls('book'), 'On it.', { text: 'Booked.', firstTokenMs: 2000 }, 'Yes. It is booked.'],
      user: [types(4800, 'are you sure')],
    });
    expect(spoken()).toEqual(['On it.', 'Yes. It is booked.']);
    expect(requests).toHaveLength(4);
  });

  it('is not told by a session that answers on request, before the request', async () => {
    const session = createBackgroundSession(
      { book: { does: after(3000, 'booked') } },
      {
        config: { respond_on_request: true },
        user: [
          TELL_ME,
          does(2000, ({ session: { respond } }) => respond()),
          does(9000, ({ session: { respond } }) => respond()),
        ],
        llm: [calls('book'), 'On it.', 'Booked.'],
      },
    );
    await session.clock.run(30_000);
    expect(session.when('agent_started_speaking')[1]).toBe(9000);
  });
});
