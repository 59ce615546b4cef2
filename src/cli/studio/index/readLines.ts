import { open } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';
import { StudioError } from '../failures.ts';

const CHUNK_BYTES = 1 << 20;
/** Longest line, in characters: ten seconds of audio at the highest rate. */
const MAX_LINE = 16 << 20;

/**
 * Calls `onLine` with each whole line of a file, without its end. Omits an incomplete last line. Holds one piece of the
 * file at a time.
 *
 * @throws (rejects with) StudioError `recording_too_large` for a line that is longer than any line of a recording
 */
export async function readLines(path: string, onLine: (line: string) => void): Promise<void> {
  const file = await open(path, 'r');
  try {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    const decoder = new StringDecoder('utf8');
    let rest = '';
    for (;;) {
      const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES);
      if (bytesRead === 0) return;
      rest = splitLines(rest + decoder.write(chunk.subarray(0, bytesRead)), onLine);
      if (rest.length > MAX_LINE) throw new StudioError('recording_too_large', 'expected lines of at most 16 MiB');
    }
  } finally {
    await file.close();
  }
}

/** Passes on whole lines. Returns the rest. */
function splitLines(text: string, onLine: (line: string) => void): string {
  let from = 0;
  for (let to = text.indexOf('\n'); to !== -1; to = text.indexOf('\n', from)) {
    onLine(text.slice(from, to));
    from = to + 1;
  }
  return text.slice(from);
}
