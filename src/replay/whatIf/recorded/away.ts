import type { Incoming, Line } from '../../../record/format.ts';
import { valueOut } from '../../lines.ts';
import { readStream, type RecordedStream } from './stream.ts';

/** What the agent said to a user who gave no sign, and what its code requested then. Times are relative to the call. */
export interface RecordedAway extends Pick<RecordedStream, 'requests'> {
  readonly texts: readonly { readonly atMs: number; readonly text: unknown }[];
}

/** Reads the calls of `on_user_away`, in their order. */
export function readAway(lines: readonly Line[]): readonly RecordedAway[] {
  return lines.flatMap((line, n) => {
    const stream = valueOut(line, 'opened');
    if (stream?.startsWith('away.') !== true) return [];
    const { values, requests } = readStream(lines, n, stream);
    const texts = values.map(({ atMs, value }) => ({ atMs, text: (value as Incoming['away']).text }));
    return [{ requests, texts }];
  });
}
