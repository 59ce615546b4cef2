import { concat, of } from 'rxjs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { ChatCompletionChunk } from '../../src/core/chunk.ts';
import { defineFunction } from '../../src/session/agent.ts';
import type { AgentFunction } from '../../src/session/sessionControl.ts';
import type { EventHandlers } from '../../src/session/eventInputs.ts';
import { chunk, finish } from '../../src/testing/doubles/chunks.ts';
import type { LlmReply } from '../../src/testing/doubles/streamReply.ts';
import { callsShown, playSession } from '../support/playSession.ts';
import { TELL_ME, says } from '../support/userActions.ts';

const fn = (execute: () => unknown, timeout?: number): AgentFunction<Record<string, unknown>> =>
  defineFunction({
    description: 'does as the test says',
    parameters: z.object({ city: z.string() }),
    ...(timeout === undefined ? {} : { timeout }),
    execute,
  });

const FUNCTIONS: Readonly<Record<string, AgentFunction<Record<string, unknown>>>> = {
  broken: fn(() => {
    throw new Error('out of order');
  }),
  refused: fn(() => Promise.reject(new Error('out of order'))),
  stuck: fn(() => new Promise(() => {})),
  hasty: fn(() => new Promise(() => {}), 2),
  fine: fn(() => 'ok'),
};

/** While the agent is silent, and while it speaks. */
const PHASES = [
  ['thinking', undefined],
  ['speaking', 'One moment, I will have a look at it for you.'],
] as const;

describe.each(PHASES)('a function fails while the agent is %s: the model gets the error, and answers', (_, text) => {
  it.each([
    ['throws', 'broken', '{"city":"Ulm"}', 'error: "broken" failed: out of order'],
    ['rejects', 'refused', '{"city":"Ulm"}', 'error: "refused" failed: out of order'],
    ['never returns', 'stuck', '{"city":"Ulm"}', 'error: "stuck" did not return within 30 s'],
    ['runs out of its time', 'hasty', '{"city":"Ulm"}', 'error: "hasty" did not return within 2 s'],
    ['is unknown', 'missing', '{}', 'error: there is no function "missing"'],
    ['gets no JSON', 'fine', '{"city":', 'error: "fine" got invalid arguments: '],
    ['gets wrong arguments', 'fine', '{"city":5}', 'error: "fine" got invalid arguments: city: '],
  ])('it %s', async (__, name, args, result) => {
    const calling: LlmReply = { text, calls: [{ name, arguments: args }] };
    const played = await playSession({ llm: [calling, 'So it is.'], agent: { functions: FUNCTIONS }, untilMs: 60_000 });
    expect(callsShown(played).at(-1)).toContain(`call-0: ${result}`);
    expect(played.codes.filter((code) => code !== 'slow_reply')).toEqual(['function_failed']);
    expect(played.history().at(-1)).toBe(`assistant: ${text === undefined ? '' : `${text} `}So it is.`);
  });

  it('it is called over and over: the last permitted round answers without tools', async () => {
    const calling: LlmReply = { text, calls: [{ name: 'fine', arguments: { city: 'Ulm' } }] };
    const played = await playSession({ llm: [calling, calling], agent: { functions: FUNCTIONS } });
    expect(played.codes.filter((code) => code !== 'empty_reply')).toEqual(['function_rounds_exceeded']);
    expect(played.llm.inputs.map((input) => (input as { tools?: unknown[] }).tools?.length)).toEqual([5, undefined]);
  });
});

describe('a chunk that is none, in the middle of an answer', () => {
  const withDelta = (delta: unknown): unknown => ({
    ...chunk(''),
    choices: [{ index: 0, delta, finish_reason: null }],
  });

  it.each([
    ['no object', 'data: {}', 'chunk'],
    ['choices that are no list', { ...chunk(''), choices: 'none' }, 'choices'],
    ['two choices', { ...chunk(''), choices: [...chunk('a').choices, ...chunk('b').choices] }, 'choices'],
    ['content that is no text', withDelta({ content: 5 }), 'choices[0].delta.content'],
    ['a call without index', withDelta({ tool_calls: [{ id: 'a' }] }), 'choices[0].delta.tool_calls[0].index'],
    [
      'arguments that are no text',
      withDelta({ tool_calls: [{ index: 0, function: { arguments: {} } }] }),
      'choices[0].delta.tool_calls[0].function.arguments',
    ],
  ])('%s: what was whole is spoken, the field is named, and it listens', async (_, bad, path) => {
    const answers = [concat(of(chunk('It is seven. And'), bad as ChatCompletionChunk)), of(chunk('Yes.'), finish())];
    const played = await playSession({
      user: [TELL_ME, says(8000, 'still there')],
      agent: { llm_response_handler: () => answers.shift() ?? of() },
    });
    expect(played.errors.map(({ code, details }) => `${code} ${details.path ?? ''}`)).toEqual([
      `chunk_invalid ${path}`,
    ]);
    expect(played.history()).toEqual([
      'user: tell me',
      'assistant: It is seven.',
      'user: still there',
      'assistant: Yes.',
    ]);
  });
});

describe('event handlers that fail', () => {
  const EVENTS: readonly (keyof EventHandlers<object>)[] = [
    'on_user_started_speaking',
    'on_user_stopped_speaking',
    'on_user_message_added',
    'on_agent_started_speaking',
    'on_agent_stopped_speaking',
    'on_agent_message_added',
  ];
  const all = (handler: () => unknown): object => Object.fromEntries(EVENTS.map((event) => [event, handler]));

  it.each([
    [
      'throw',
      () => {
        throw new Error('thrown');
      },
      6,
    ],
    ['reject', () => Promise.reject(new Error('rejected')), 6],
    ['never resolve', () => new Promise(() => {}), 0],
  ])('%s: everything happens at the same times, and each is reported', async (_, handler, reports) => {
    const usual = await playSession({ llm: ['Seven.'] });
    const played = await playSession({ llm: ['Seven.'], agent: all(handler) });
    expect(played.events).toEqual(usual.events);
    expect(played.codes).toEqual(Array(reports).fill('event_handler_failed'));
  });
});
