import type { Incoming, Line } from '../../../record/format.ts';
import { valueOut } from '../../lines.ts';
import { readStream, type RecordedStream } from './stream.ts';

/** What a callback of the agent decided to say, and what its code requested then. Times are relative to the call. */
export interface DecidedText extends Pick<RecordedStream, 'requests'> {
  readonly texts: readonly { readonly atMs: number; readonly text: unknown }[];
}

/** Reads the calls of `on_user_away` (`away`), or of a function `filler`, in their order. */
export function readDecidedTexts(lines: readonly Line[], kind: 'away' | 'filler'): readonly DecidedText[] {
  return lines.flatMap((line, n) => {
    const stream = valueOut(line, 'opened');
    if (stream?.startsWith(`${kind}.`) !== true) return [];
    const { values, requests } = readStream(lines, n, stream);
    const texts = values.map(({ atMs, value }) => ({ atMs, text: (value as Incoming['away']).text }));
    return [{ requests, texts }];
  });
}
