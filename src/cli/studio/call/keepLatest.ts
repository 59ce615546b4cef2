import { StudioError } from '../failures.ts';
import type { CallFile } from '../folder/folder.ts';

/** Largest file that can be parsed, in bytes: a text of JavaScript is not longer. */
const MAX_BYTES = 500_000_000;
/** Files of this size altogether are kept, besides the latest. */
const KEPT_BYTES = 150_000_000;
const KEPT_CALLS = 8;

interface Kept<Call> {
  readonly size: number;
  readonly call: Promise<Call>;
}

/**
 * Returns a function that opens recordings with `open`, and keeps the latest ones as long as their files do not change.
 * It rejects with StudioError `recording_too_large` for a file that cannot be parsed.
 */
export function keepLatest<Call>(open: (file: CallFile) => Promise<Call>): (file: CallFile) => Promise<Call> {
  const kept = new Map<string, Kept<Call>>();
  return async (file) => {
    const { path, size, mtimeMs } = file;
    if (size > MAX_BYTES)
      throw new StudioError(
        'recording_too_large',
        `expected a recording of at most ${MAX_BYTES / 1e6} MB, got ${Math.round(size / 1e6)} MB`,
      );
    const key = `${path}\n${size}\n${mtimeMs}`;
    const entry = kept.get(key) ?? { size, call: open(file) };
    kept.delete(key);
    kept.set(key, entry);
    dropOldest(kept);
    return entry.call.catch((error: unknown) => {
      kept.delete(key);
      throw error;
    });
  };
}

/** Drops the calls that were used longest ago. The latest stays, whatever its size. */
function dropOldest(kept: Map<string, Kept<unknown>>): void {
  let bytes = [...kept.values()].reduce((sum, { size }) => sum + size, 0);
  for (const [key, { size }] of kept) {
    if (kept.size <= 1 || (bytes <= KEPT_BYTES && kept.size <= KEPT_CALLS)) return;
    kept.delete(key);
    bytes -= size;
  }
}
