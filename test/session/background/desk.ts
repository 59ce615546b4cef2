import * as z from 'zod';
import type { ChatMessage } from '../../../src/core/message.ts';
import { defineFunction, type FunctionDefinition } from '../../../src/session/agent.ts';
import type { AgentFunction, FunctionContext } from '../../../src/session/sessionControl.ts';
import type { LlmReply } from '../../../src/testing/doubles/streamReply.ts';
import { createTestSession, type TestSession, type TestSessionOptions } from '../../support/testSession.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';

type Body = (context: FunctionContext<never>, clock: VirtualClock) => unknown;
type Background = FunctionDefinition<z.ZodType, never>['background'];

/** A function in the background. `timeout` is in seconds. */
export interface Work {
  readonly does: Body;
  readonly background?: Background;
  readonly timeout?: number;
}

export interface BackgroundSession extends TestSession {
  /** The messages of each call of the handler. */
  readonly requests: readonly (readonly ChatMessage[])[];
  /** The results of each `on_function_calls_executed`, as `ms id: content`. */
  readonly executed: readonly string[];
  /** The tools of each call of the handler, by name. */
  readonly tools: readonly (readonly string[])[];
}

/** Creates a session whose functions run in the background. */
export function createBackgroundSession(
  works: Readonly<Record<string, Work>>,
  { agent = {}, ...options }: Omit<TestSessionOptions, 'functions'>,
): BackgroundSession {
  const requests: (readonly ChatMessage[])[] = [];
  const tools: (readonly string[])[] = [];
  const executed: string[] = [];
  const clock = options.clock ?? new VirtualClock();
  const session: TestSession = createTestSession({
    ...options,
    clock,
    agent: {
      functions: createFunctions(works, clock),
      on_function_calls_executed: ({ results }) => {
        for (const { tool_call_id, content } of results)
          executed.push(`${session.clock.now()} ${tool_call_id}: ${content}`);
      },
      ...agent,
      llm_response_handler: (input) => {
        requests.push(structuredClone(input.messages));
        tools.push((input.tools ?? []).map(({ function: { name } }) => name));
        return session.llm(input);
      },
    },
  });
  return Object.assign(session, { requests, executed, tools });
}

/** Creates the functions of an agent. */
export function createFunctions(
  works: Readonly<Record<string, Work>>,
  clock: VirtualClock,
): Readonly<Record<string, AgentFunction<never>>> {
  return Object.fromEntries(
    Object.entries(works).map(([name, { does, background = true, timeout }]) => {
      const execute = (_: unknown, context: FunctionContext<never>): unknown => does(context, clock);
      return [name, defineFunction({ description: name, parameters: z.looseObject({}), background, timeout, execute })];
    }),
  );
}

/** Returns after this time. */
export function after(ms: number, result: unknown = 'done'): Body {
  return async (_, clock) => {
    await clock.sleep(ms);
    return result;
  };
}

/** An answer of the model with calls of these functions; the ids are their names. */
export function calls(...names: readonly string[]): LlmReply {
  return { calls: names.map((name) => ({ id: name, name })) };
}

/** `role: content`, with the ids of calls. */
export function write(messages: readonly ChatMessage[]): readonly string[] {
  return messages.map((message) => {
    if (message.role === 'tool') return `tool ${message.tool_call_id}: ${message.content}`;
    if (message.role !== 'assistant' || message.tool_calls === undefined) return `${message.role}: ${message.content}`;
    return `calls ${message.tool_calls.map(({ id }) => id).join(' ')}`;
  });
}
