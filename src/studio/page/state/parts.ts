import type { CallPart } from '../../protocol.ts';
import type { LoadedChunk } from '../logic/drawTile.ts';
import { CHUNK_BINS, type Chunk } from '../logic/tiles.ts';
import { toStudioError, type StudioError } from './studioError.ts';

/** Requests at the same time, and chunks that are kept. */
const AT_ONCE = 3;
const KEPT = 160;

/** The windows and waveforms of a call, fetched in chunks. */
export interface Parts {
  /** Returns the chunks that are there, and asks for the others. */
  readonly take: (chunks: readonly Chunk[]) => readonly LoadedChunk[];
  /** Called when a chunk has arrived. */
  readonly onLoad: (listener: (chunk: LoadedChunk) => void) => () => void;
}

type FetchPart = (fromMs: number, toMs: number, bins: number) => Promise<CallPart>;

/** Fetches the chunks that were asked for last first. Reports the first failure, and then asks no more for a while. */
export function createParts(fetchPart: FetchPart, failed: (error: StudioError) => void): Parts {
  const loaded = new Map<string, LoadedChunk>();
  const listeners = new Set<(chunk: LoadedChunk) => void>();
  let waiting: Chunk[] = [];
  const running = new Set<string>();
  let broken = false;

  const begin = (): void => {
    while (!broken && running.size < AT_ONCE) {
      const chunk = waiting.pop();
      if (chunk === undefined) return;
      running.add(chunk.key);
      void load(chunk);
    }
  };
  const load = async (chunk: Chunk): Promise<void> => {
    try {
      const made = { ...chunk, part: await fetchPart(chunk.fromMs, chunk.toMs, CHUNK_BINS) };
      loaded.set(chunk.key, made);
      for (const key of loaded.keys())
        if (loaded.size > KEPT) loaded.delete(key);
        else break;
      for (const listener of listeners) listener(made);
    } catch (error) {
      broken = true;
      failed(toStudioError(error));
    }
    running.delete(chunk.key);
    begin();
  };
  return {
    take: (chunks) => {
      const missing = chunks.filter(({ key }) => !loaded.has(key) && !running.has(key));
      const wanted = new Set(missing.map(({ key }) => key));
      waiting = [...waiting.filter(({ key }) => !wanted.has(key)).slice(-12), ...missing.toReversed()];
      begin();
      return chunks.flatMap(({ key }) => loaded.get(key) ?? []);
    },
    onLoad: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
