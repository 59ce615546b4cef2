import type { Incoming, Line } from '../../../record/format.ts';
import { valueOut } from '../../lines.ts';
import { readStream, type RecordedStream } from './stream.ts';

/** A text that an agent's callback decided to say, and the requests of its code. Times are relative to the call. */
export interface DecidedText extends Pick<RecordedStream, 'requests'> {
  readonly texts: readonly { readonly atMs: number; readonly text: unknown }[];
}

/** Reads the calls of `on_user_away` (`away`) or of a `filler` function, in order. */
export function readDecidedTexts(lines: readonly Line[], kind: 'away' | 'filler'): readonly DecidedText[] {
  return lines.flatMap((line, n) => {
    const stream = valueOut(line, 'opened');
    if (stream?.startsWith(`${kind}.`) !== true) return [];
    const { values, requests } = readStream(lines, n, stream);
    const texts = values.map(({ atMs, value }) => ({ atMs, text: (value as Incoming['away']).text }));
    return [{ requests, texts }];
  });
}
