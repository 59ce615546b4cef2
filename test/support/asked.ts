import * as z from 'zod';
import { defineFunction, type AgentFunction } from '../../src/session/agent.ts';
import { createTestSession, type TestSession, type TestSessionOptions } from './testSession.ts';

/** 20 voiced windows; the last voiced sample is at 960 ms, the segment ends at 1536, its final comes at 1586. */
export const question: { readonly atMs: number; readonly forMs: number } = { atMs: 320, forMs: 640 };

export const LONG =
  'We opened in nineteen eighty. My grandmother cooked here for forty years. Today my sister runs the kitchen.';

/** A session in which "tell me" was said, and is answered at 1586 ms. */
export function createAnsweringSession(options: TestSessionOptions = {}): TestSession {
  return createTestSession({ voice: [question], says: ['tell me'], llm: [LONG], ...options });
}

export function codes({ errors }: TestSession): readonly string[] {
  return errors.map(({ code }) => code);
}

/** A function without parameters. */
export function createFunction(
  execute: () => unknown,
  more: { readonly uninterruptible?: boolean } = {},
): AgentFunction<Record<string, unknown>> {
  return defineFunction({ description: 'does as the test says', parameters: z.object({}), execute, ...more });
}
