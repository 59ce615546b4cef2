import type { InLine, Line, WrittenError } from '../../../record/format.ts';
import type { SessionRequest } from '../../../session/recording.ts';
import { valueOut } from '../../lines.ts';
import type { Timed } from '../fromTimes.ts';

export interface TimedRequest extends Timed {
  readonly request: SessionRequest;
}

/** The values of one stream and its end. Times are relative to its opening. */
export interface RecordedStream {
  readonly values: readonly (Timed & { readonly value: unknown })[];
  /** Requests made by the code behind the stream. */
  readonly requests: readonly TimedRequest[];
  readonly end: StreamEnd;
}

/** `cut`: it was unsubscribed from before its end. `open`: the recording ended first. */
export type StreamEnd =
  | (Timed & { readonly kind: 'complete' | 'cut' | 'open' })
  | (Timed & { readonly kind: 'failed'; readonly error: WrittenError });

/** Reads a stream from the line that opened it. */
export function readStream(lines: readonly Line[], openedBy: number, stream: string): RecordedStream {
  const openedAtMs = lines[openedBy]?.t ?? 0;
  const values: (Timed & { readonly value: unknown })[] = [];
  const requests: TimedRequest[] = [];
  let end: StreamEnd = { kind: 'open', atMs: 0 };
  for (const line of lines.slice(openedBy)) {
    const atMs = line.t - openedAtMs;
    if (valueOut(line, 'left') === stream) end = { kind: 'cut', atMs };
    if (!('in' in line) || (line.by ?? line.in) !== stream) continue;
    if (line.in === 'asked') requests.push({ atMs, request: line.v as SessionRequest });
    else if (line.v === undefined) end = readEnd(line, atMs) ?? end;
    else values.push({ atMs, value: line.v });
  }
  return { values, requests, end };
}

function readEnd({ error, end }: InLine, atMs: number): StreamEnd | undefined {
  if (error !== undefined) return { kind: 'failed', atMs, error };
  return end ? { kind: 'complete', atMs } : undefined;
}
