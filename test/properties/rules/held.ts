import type { ChatMessage } from '../../../src/core/message.ts';
import type { Recording } from '../recording.ts';
import { openSegment, walk } from './walk.ts';

/** While a segment is open, calls are neither announced nor started, and no further round is requested. */
export function nothingBeginsOverTheUser(recording: Recording): readonly string[] {
  return walk<number | null>(recording, {
    initial: null,
    remember: openSegment,
    fault: (open, { of, value }) => {
      const begins = of === 'functionCalls' || (of === 'handler' && isFurtherRound(value));
      return begins && open !== null ? `${of} over segment ${open}` : null;
    },
  });
}

/** A request that has news of the background last may be the first for words of the user. */
function isFurtherRound(messages: readonly ChatMessage[]): boolean {
  const last = messages.at(-1);
  return last?.role === 'tool' && !last.tool_call_id.includes(':');
}
