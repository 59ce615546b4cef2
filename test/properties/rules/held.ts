import type { Recording } from '../recording.ts';
import { openSegment, walk } from './walk.ts';

/** While a segment is open, calls are neither announced nor started, and no further round is requested. */
export function nothingBeginsOverTheUser(recording: Recording): readonly string[] {
  return walk<number | null>(recording, {
    initial: null,
    remember: openSegment,
    fault: (open, { of, value }) => {
      const begins = of === 'functionCalls' || (of === 'handler' && value.at(-1)?.role === 'tool');
      return begins && open !== null ? `${of} over segment ${open}` : null;
    },
  });
}
