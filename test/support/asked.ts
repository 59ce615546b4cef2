import * as z from 'zod';
import { defineFunction, type AgentFunction } from '../../src/session/agent.ts';
import { rig, type Rig, type RigOptions } from './rig.ts';

/** 20 voiced windows; the last voiced sample is at 960 ms, the segment ends at 1536, its final comes at 1586. */
export const question: { readonly atMs: number; readonly forMs: number } = { atMs: 320, forMs: 640 };

export const LONG =
  'We opened in nineteen eighty. My grandmother cooked here for forty years. Today my sister runs the kitchen.';

/** A session in which "tell me" was said, and is answered at 1586 ms. */
export function asked(options: RigOptions = {}): Rig {
  return rig({ voice: [question], says: ['tell me'], llm: [LONG], ...options });
}

export function codes({ errors }: Rig): readonly string[] {
  return errors.map(({ code }) => code);
}

/** A function without parameters. */
export function plain(
  execute: () => unknown,
  more: { readonly uninterruptible?: boolean } = {},
): AgentFunction<Record<string, unknown>> {
  return defineFunction({ description: 'does as the test says', parameters: z.object({}), execute, ...more });
}
