import type { FunctionResult } from '../core/message.ts';
import { INTERRUPTED, NOT_BEGUN, STILL_RUNNING } from '../core/callResult.ts';

/** The progress of a call. */
export type Progress = 'not begun' | 'running' | 'returned' | 'threw';

/** The outcome of a call and the type of its error. */
export interface CallOutcome {
  readonly outcome:
    | 'returned'
    | 'failed'
    | 'timeout'
    | 'interrupted'
    | 'still_running'
    | 'session_ended'
    | 'not_executed';
  readonly errorType?: string | undefined;
}

const FAILED: CallOutcome = { outcome: 'failed', errorType: 'function_failed' };

/** Determines a call's outcome from its progress and, if it has not returned, from its result. */
export function outcomeOf(progress: Progress, { content, function: { name } }: FunctionResult): CallOutcome {
  switch (progress) {
    case 'threw':
      return FAILED;
    case 'returned':
      return content.startsWith(`error: "${name}" failed: `) ? FAILED : { outcome: 'returned' };
    case 'not begun':
      return content.startsWith('error: ')
        ? FAILED
        : { outcome: content === NOT_BEGUN ? 'interrupted' : 'not_executed' };
    case 'running':
      return outcomeOfRunning(content);
  }
}

function outcomeOfRunning(content: string): CallOutcome {
  if (content === INTERRUPTED) return { outcome: 'interrupted' };
  if (content === STILL_RUNNING) return { outcome: 'still_running' };
  return content.startsWith('error: ') ? { outcome: 'timeout', errorType: 'timeout' } : { outcome: 'session_ended' };
}
