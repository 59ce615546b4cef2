import type { ChatMessage } from '../../src/core/message.ts';
import { createTestSession, type TestSession, type TestSessionOptions } from './testSession.ts';
import { LONG, question, TELL_ME } from './userActions.ts';

export interface PlayedSessionOptions extends TestSessionOptions {
  /** @default 30_000 */
  readonly untilMs?: number;
}

/** Plays a whole conversation in virtual time. `user` is `TELL_ME` by default. */
export async function playSession({ untilMs = 30_000, ...options }: PlayedSessionOptions): Promise<TestSession> {
  const played = createTestSession({ user: [TELL_ME], ...options });
  await played.clock.run(untilMs);
  return played;
}

/** Creates a session in which the user says "tell me", and is answered at 1586 ms. */
export function createAnsweringSession(options: TestSessionOptions = {}): TestSession {
  return createTestSession({ voice: [question], says: ['tell me'], llm: [LONG], ...options });
}

/** The calls and results in the last input of the model. */
export function callsShown({ llm }: TestSession): readonly string[] {
  const { messages } = llm.inputs.at(-1) as { readonly messages: readonly ChatMessage[] };
  return messages.flatMap((message) => {
    if (message.role === 'tool') return [`${message.tool_call_id}: ${message.content}`];
    return message.role === 'assistant' ? (message.tool_calls ?? []).map(({ id }) => `asks ${id}`) : [];
  });
}
