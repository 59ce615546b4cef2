import type { FunctionCall, FunctionResult, Message } from '../../core/message.ts';
import { describeCalls, describeResults } from '../../draw/timelineEvent.ts';
import type { EventName, TimelineEvent } from '../../draw/model.ts';
import type { Outgoing } from '../../record/format.ts';
import { outgoing, type Trace } from './lines.ts';

/** Returns the nine kinds of events, each with its message, calls or results. */
export function eventsOf(trace: Trace): readonly TimelineEvent[] {
  return outgoing(trace, 'event').map(({ t, v }) => ({
    atMs: t,
    name: v.name as EventName,
    detail: detailOf(v),
  }));
}

function detailOf(event: Outgoing['event']): string {
  const { message, function_calls, results } = event as Partial<EventInput>;
  if (message !== undefined) return message.content;
  if (function_calls !== undefined) return describeCalls(function_calls);
  return results === undefined ? '' : describeResults(results);
}

interface EventInput {
  readonly message: Message;
  readonly function_calls: readonly FunctionCall[];
  readonly results: readonly FunctionResult[];
}
