import type { FunctionCall, FunctionResult } from './message.ts';

/** The result of a call that was running when its reply was cut, and of one that was asked to end. */
export const INTERRUPTED = 'interrupted: may have been carried out';

/** The result of a call that had not begun when its reply was cut. */
export const NOT_BEGUN = 'interrupted: not carried out';

/** The result of an uninterruptible call when the session stops waiting for it. The function continues. */
export const STILL_RUNNING = 'still running';

/** The result of a call that was running when the session ended. */
export const SESSION_ENDED = 'session ended';

export function createResult({ id, function: called }: FunctionCall, content: string): FunctionResult {
  return { tool_call_id: id, role: 'tool', content, function: { name: called.name, arguments: called.arguments } };
}
