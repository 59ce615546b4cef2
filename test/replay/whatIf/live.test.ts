import { lastValueFrom, NEVER } from 'rxjs';
import { describe, expect, it, vi } from 'vitest';
import type { ChatCompletionChunk } from '../../../src/core/chunk.ts';
import type { Recording } from '../../../src/record/format.ts';
import type { LiveAgent } from '../../../src/replay/whatIf/live/liveAgents.ts';
import { LiveAnswers } from '../../../src/replay/whatIf/live/liveAnswers.ts';
import { analyseRecording } from '../../../src/replay/whatIf/recorded/recordedSession.ts';
import { whatIf, type WhatIfOptions } from '../../../src/replay/whatIf/whatIf.ts';
import type { ConfigureSessionInput, LLMResponseHandlerInput } from '../../../src/session/agent.ts';
import { chunk, finish } from '../../../src/testing/doubles/chunks.ts';
import type { LlmReply } from '../../../src/testing/doubles/streamReply.ts';
import { BILLING_CONFIG, CALL, create } from '../../session/handoff/handedOff.ts';
import { says, types } from '../../support/userActions.ts';
import { recorder } from '../record.ts';
import { QUICK_VAD } from './conversation.ts';

const PART_MS = 6016;

/** The user pauses for 600 ms within a turn that "billing" answers: with a delay of 0.2 s, that is a turn which the recording has not. */
async function createRecording(first: readonly LlmReply[] = []): Promise<Recording> {
  const kept = recorder();
  const made = create({
    options: { record: kept },
    user: [types(100, 'my invoice is wrong'), says(PART_MS, 'I would like'), says(PART_MS + 640 + 600, 'to pay')],
    llm: [{ ...CALL, firstTokenMs: 300 }],
    answers: [...first, { text: 'This is billing.', firstTokenMs: 300 }, { text: 'Fine.', firstTokenMs: 300 }],
    billing: { configure_session: () => ({ ...BILLING_CONFIG, vad: QUICK_VAD, min_endpointing_delay: 0.8 }) },
  });
  await made.clock.run(15_000);
  made.session.close('ended_by_client');
  await made.clock.run(16_000);
  return kept.recording();
}

const RECORDING = await createRecording();
const CHANGES = { min_endpointing_delay: 0.2 };

interface Live {
  readonly agent: LiveAgent;
  readonly inputs: LLMResponseHandlerInput[];
  readonly configured: ConfigureSessionInput[];
}

type Answer = (input: LLMResponseHandlerInput) => readonly ChatCompletionChunk[];

/** Creates an agent that answers in real time. */
function createLive(
  name: string | undefined,
  answer: Answer = () => [chunk('Yes?'), finish()],
  agents: readonly LiveAgent[] = [],
): Live {
  const inputs: LLMResponseHandlerInput[] = [];
  const configured: ConfigureSessionInput[] = [];
  const agent: LiveAgent = {
    name,
    agents,
    configure_session: (input) => {
      configured.push(input);
      return Promise.resolve({ ...BILLING_CONFIG, session_data: { of: name } });
    },
    llm_response_handler: async function* (input) {
      inputs.push(input);
      for (const one of answer(input)) {
        await new Promise((resolve) => setImmediate(resolve));
        yield one;
      }
    },
  };
  return { agent, inputs, configured };
}

async function answers(options: WhatIfOptions): Promise<readonly unknown[]> {
  const { rows } = await whatIf(RECORDING, CHANGES, options);
  return rows.flatMap(({ after }) => after.map(({ text, heard, caveats }) => [text, heard, caveats]));
}

describe('a turn that the recording has not', () => {
  it('gets the recorded answer without agents', async () => {
    expect((await answers({})).map((row) => (row as unknown[])[1])).toEqual(['This is billing.', 'Fine.', 'Fine.']);
  });

  it('is answered by the agent that is in charge', async () => {
    const [reception, billing] = [createLive('reception'), createLive('billing')];
    expect(await answers({ agent: reception.agent, agents: [billing.agent] })).toEqual([
      ['my invoice is wrong', 'This is billing.', []],
      ['I would like', 'Yes?', ['answered live']],
      ['to pay', 'Fine.', ['asked otherwise']],
    ]);
    expect(reception.inputs).toEqual([]);
    expect(billing.inputs).toHaveLength(1);
  });

  it('is asked with the history, the functions and the session data of that agent', async () => {
    const [reception, billing] = [createLive('reception'), createLive('billing')];
    await answers({ agent: reception.agent, agents: { billing: billing.agent }, custom_data: { account: 7 } });
    const [input] = billing.inputs;
    expect(input?.messages.map(({ content }) => content)).toEqual([
      'You are billing.',
      'my invoice is wrong',
      '',
      'The conversation goes on with billing.',
      'This is billing.',
      'I would like',
    ]);
    expect(input?.tools?.map((tool) => tool.function.name)).toEqual(['refund']);
    expect(input?.session_data).toEqual({ of: 'billing' });
    expect(billing.configured).toMatchObject([
      { custom_data: { account: 7 }, handoff: { from: 'reception', session_data: { of: 'reception' } } },
    ]);
  });

  it('takes as long as the recorded answers took', async () => {
    const { after } = await whatIf(RECORDING, CHANGES, { agents: [createLive('billing').agent] });
    expect(after.turns.map(({ waitMs }) => waitMs)).toEqual([600, 500, 500]);
  });

  it('finds the agent among those of the first one, too', async () => {
    const billing = createLive('billing');
    await answers({ agent: createLive('reception', undefined, [billing.agent]).agent });
    expect(billing.inputs).toHaveLength(1);
  });

  /** What the agent gets for a call of "refund". */
  const refund = async (recording: Recording): Promise<unknown> => {
    const call = { index: 0, id: 'live', type: 'function', function: { name: 'refund', arguments: '{}' } } as const;
    const asks = { ...chunk(''), choices: [{ index: 0, delta: { tool_calls: [call] }, finish_reason: 'tool_calls' }] };
    const live = createLive('billing', ({ messages }) => (messages.at(-1)?.role === 'tool' ? [finish()] : [asks]));
    await whatIf(recording, CHANGES, { agents: [live.agent] });
    return live.inputs[1]?.messages.at(-1)?.content;
  };

  it('gets what the function returned in the recording', async () => {
    const recording = await createRecording([{ calls: [{ name: 'refund', id: 'refund' }] }]);
    expect(await refund(recording)).toBe('refunded');
  });

  it('gets an error for a call that the recording has not: no function is called', async () => {
    expect(await refund(RECORDING)).toContain('not called: the recording has no such call');
  });
});

describe('an agent that is not there', () => {
  it('is named, with those that are, and the place in the recording', async () => {
    await expect(
      answers({ agent: createLive('reception').agent, agents: { sales: createLive(undefined).agent } }),
    ).rejects.toMatchObject({
      code: 'agent_unknown',
      message:
        'the conversation was handed to "billing" at 0.400 s, in turn 0: expected an agent "billing", got "sales", "reception"',
      details: { path: 'agents', turn: 0 },
    });
  });

  it('is not missed where the recording has all answers', async () => {
    const { rows } = await whatIf(RECORDING, { interrupt_time_threshold: 0.9 }, { agents: [] });
    expect(rows).toHaveLength(2);
  });
});

describe('an agent that fails', () => {
  it('in its handler ends the run', async () => {
    const billing = createLive('billing', () => {
      throw new Error('no credit');
    });
    await expect(answers({ agents: [billing.agent] })).rejects.toMatchObject({
      code: 'handler_failed',
      message: 'the agent "billing" did not answer: no credit',
    });
  });

  it('in its config ends the run', async () => {
    const billing = {
      ...createLive('billing').agent,
      configure_session: () => Promise.reject(new Error('no database')),
    };
    await expect(answers({ agents: [billing] })).rejects.toMatchObject({
      code: 'config_failed',
      message: 'the agent "billing" did not answer: no database',
    });
  });

  it('in a chunk ends the run', async () => {
    const billing = createLive('billing', () => [{ bad: 1 } as never]);
    await expect(answers({ agents: [billing.agent] })).rejects.toMatchObject({
      code: 'chunk_invalid',
      message: 'the agent "billing" did not answer: choices: expected an array, got undefined',
    });
  });

  it('to return a config ends the run, with what was expected', async () => {
    const billing = { ...createLive('billing').agent, configure_session: () => undefined as never };
    await expect(answers({ agents: [billing] })).rejects.toMatchObject({
      code: 'config_failed',
      message: 'the agent "billing" did not answer: configure_session: expected a config, got nothing',
    });
  });

  it('to have a list of agents ends the run, with what was expected', async () => {
    const reception = { ...createLive('reception').agent, agents: { billing: createLive('billing').agent } as never };
    await expect(answers({ agent: reception })).rejects.toMatchObject({
      code: 'usage_invalid',
      message: expect.stringContaining('agents of "reception": expected a list of agents, got an object'),
    });
  });

  it('to answer in 60 s ends the run', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
    const billing = { ...createLive('billing').agent, llm_response_handler: () => NEVER };
    const run = answers({ agents: [billing] }).catch((error: unknown) => error);
    while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve));
    vi.advanceTimersByTime(60_000);
    vi.useRealTimers();
    expect(await run).toMatchObject({
      code: 'handler_timeout',
      message: 'the agent "billing" did not answer: no answer within 60 s',
    });
  });
});

describe('a session that was resumed', () => {
  it('with an agent that hands over and gets the conversation back configures each once', async () => {
    const [reception, billing, sales] = ['reception', 'billing', 'sales'].map((name) => createLive(name)) as [
      Live,
      Live,
      Live,
    ];
    const recorded = analyseRecording(RECORDING);
    const handed = { turn: 0, round: 0, atMs: 0 };
    const handoffs = [
      { ...handed, from: 'billing', to: 'sales' },
      { ...handed, from: 'sales', to: 'billing' },
    ];
    const live = new LiveAnswers({ agents: [reception.agent, billing.agent, sales.agent] }, { ...recorded, handoffs });
    const input = { messages: [] } as unknown as LLMResponseHandlerInput;
    expect(await lastValueFrom(live.ask('billing', input))).toHaveLength(2);
    expect(billing.configured).toMatchObject([{ custom_data: {} }]);
    expect(sales.configured).toEqual([]);
  });
});
