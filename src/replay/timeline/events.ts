import type { FunctionCall, FunctionResult, Message } from '../../core/message.ts';
import { callWords, resultWords } from '../../draw/happening.ts';
import type { EventName, Happening } from '../../draw/model.ts';
import type { Outgoing } from '../../record/format.ts';
import { outgoing } from './lines.ts';
import type { Trace } from './lines.ts';

/** The nine events, each with what it says: the message, the calls, the results. */
export function eventsOf(trace: Trace): readonly Happening[] {
  return outgoing(trace, 'event').map(({ t, v }) => ({
    atMs: t,
    name: v.name as EventName,
    detail: detailOf(v),
  }));
}

function detailOf(event: Outgoing['event']): string {
  const { message, function_calls, results } = event as Partial<EventInput>;
  if (message !== undefined) return message.content;
  if (function_calls !== undefined) return callWords(function_calls);
  return results === undefined ? '' : resultWords(results);
}

interface EventInput {
  readonly message: Message;
  readonly function_calls: readonly FunctionCall[];
  readonly results: readonly FunctionResult[];
}
