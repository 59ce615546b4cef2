import { AntiphonError } from '../../core/errors.ts';
import type { ChatMessage } from '../../core/message.ts';
import type { Agent } from '../agent.ts';
import { checkAgent } from '../checkAgent.ts';
import { describeInput } from '../../core/describeInput.ts';
import { hasHandler } from '../transcribingAgent.ts';

/** Options for continuing a conversation with another agent. */
export type HandoffOptions<SessionData extends object = object> = HandoffHistory & {
  /** The session data of the other agent. @default the data of the agent that hands off */
  readonly session_data?: SessionData | undefined;
  /**
   * The result of the function, which the other agent's model finds in the history.
   * @default a sentence with its name
   */
  readonly result?: string | undefined;
};

/** The history that the other agent receives after its own `initial_messages`. */
export type HandoffHistory =
  | {
      /**
       * `all`: everything except the system messages at the beginning. `none`: everything since the user's last
       * message; without one, the same as `all`.
       * @default "all"
       */
      readonly history?: 'all' | 'none' | undefined;
    }
  /** A summary as a system message, and everything since the user's last message. */
  | { readonly history: 'summary'; readonly summarize: Summarize };

/**
 * A function that writes the summary, within the time limit of the agent's function. `signal` fires when the summary is
 * no longer awaited.
 */
export type Summarize = (
  messages: readonly ChatMessage[],
  context: { readonly signal: AbortSignal },
) => string | PromiseLike<string>;

/**
 * The return value, created by `handoff`, of a function that hands the conversation to another agent.
 *
 * @example
 * ```ts
 * import { Handoff } from 'antiphon';
 *
 * // Of what a function returned in a test: the agent that it hands the conversation to.
 * export const findTarget = (result: unknown): string | null => (result instanceof Handoff ? result.name : null);
 * ```
 */
export class Handoff {
  readonly agent: Agent;
  readonly name: string;
  readonly options: HandoffOptions;

  constructor(agent: Agent, name: string, options: HandoffOptions) {
    this.agent = agent;
    this.name = name;
    this.options = options;
  }
}

const HISTORIES: readonly unknown[] = [undefined, 'all', 'none', 'summary'];

/**
 * Creates the return value of a function that hands the conversation to another agent, which needs a `name`. That agent
 * answers the user's turn instead of the one whose function it is. You may omit the session data if any object fits.
 *
 * @example
 * ```ts
 * import { defineFunction, handoff } from 'antiphon';
 * import type { Agent } from 'antiphon';
 * import * as z from 'zod';
 *
 * declare const billing: Agent; // with a `name`, and listed in `agents` of this one
 * export const transfer_to_billing = defineFunction({
 *   description: 'Hands the caller to billing, for a question about an invoice.',
 *   parameters: z.object({}),
 *   execute: () => handoff(billing, { result: 'Billing continues.' }),
 * });
 * ```
 *
 * @throws AntiphonError `usage_invalid`, with the expected value
 */
export function handoff<SessionData extends object>(
  agent: Agent<SessionData>,
  ...[options = {}]: object extends SessionData
    ? [options?: HandoffOptions<SessionData>]
    : [options: HandoffOptions<SessionData> & { readonly session_data: SessionData }]
): Handoff {
  checkAgent(agent, ['configure_session', 'llm_response_handler']);
  if (!hasHandler(agent)) refuse('agent.llm_response_handler', 'a function', undefined);
  const { name } = agent;
  if (typeof name !== 'string' || name === '') return refuse('agent.name', 'a text', name);
  const { history, session_data: data } = options;
  if (!HISTORIES.includes(history)) refuse('history', '"all", "summary" or "none"', history);
  if (history === 'summary' && typeof (options as { summarize?: unknown }).summarize !== 'function')
    refuse('summarize', 'a function for the history "summary"', (options as { summarize?: unknown }).summarize);
  if (data !== undefined && (typeof data !== 'object' || data === null)) refuse('session_data', 'an object', data);
  return new Handoff(agent as unknown as Agent, name, options);
}

function refuse(path: string, expected: string, got: unknown): never {
  throw new AntiphonError('usage_invalid', `handoff(): ${path}: expected ${expected}, got ${describeInput(got)}`, {
    path,
  });
}
