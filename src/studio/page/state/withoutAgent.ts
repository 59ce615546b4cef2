import type { LoadedChunk } from '../logic/drawTile.ts';
import type { Parts } from './parts.ts';

/** Leaves out the agent's waveform: in another run the agent spoke at other times. */
export function withoutAgent(parts: Parts): Parts {
  const silence = (chunk: LoadedChunk): LoadedChunk => ({ ...chunk, part: { ...chunk.part, agent: [] } });
  return {
    take: (chunks) => parts.take(chunks).map(silence),
    onLoad: (listener) => parts.onLoad((chunk) => listener(silence(chunk))),
  };
}
