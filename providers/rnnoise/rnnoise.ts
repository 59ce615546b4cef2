import { lazy } from '../../src/core/lazy.ts';
import type { NoiseSuppressor } from '../../src/core/ports.ts';
import { FRAME_SAMPLES, loadEngine } from './engine.ts';

/** The engine of this thread, shared by all its streams. */
const findEngine = lazy(loadEngine);

/**
 * Creates the noise suppressor RNNoise, a recurrent network that runs in the session's thread. It needs the optional
 * package @echogarden/rnnoise-wasm, which is loaded when the first stream is opened. Without the package, opening a
 * stream throws `provider_unavailable`.
 *
 * @example
 * ```ts
 * import { suppressNoise } from 'antiphon/operators';
 * import { rnnoise } from 'antiphon/providers';
 *
 * export const splice = { audioIn: suppressNoise({ model: rnnoise() }) }; // an option of `createSession` and `serve`
 * ```
 */
export function rnnoise(): NoiseSuppressor {
  return {
    sampleRate: 48_000,
    frameSamples: FRAME_SAMPLES,
    delaySamples: FRAME_SAMPLES,
    openStream: () => findEngine().openStream(),
  };
}

/** Loads the engine. Rejects with `provider_unavailable` if its package is not installed. */
export async function verifyRnnoise(): Promise<void> {
  findEngine();
}
