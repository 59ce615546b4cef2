import { ENGINE_SAMPLE_RATE, loadEngine, type Decoder } from '../../../providers/local/stt/engine.ts';
import { createResampler } from '../../../src/core/resampler.ts';
import type { TextReader } from './sound.ts';

/**
 * Makes ears that hear real speech, as long as it is a sentence of `grammar` (JSGF). What they have heard so far may change
 * with what follows. They share one recogniser, which hears for one at a time: an ear takes it with the first that it
 * hears, and the one before hears no more.
 */
export async function createListeningEar(grammar: string): Promise<(sampleRate: number) => TextReader> {
  const makeDecoder = await loadEngine('en-US');
  const decoder = await makeDecoder();
  const faults = decoder.setGrammar(grammar);
  if (faults.length > 0) throw new Error(faults.join('; '));
  const take = createLending(decoder);
  return (sampleRate) => {
    const resampler = createResampler(sampleRate, ENGINE_SAMPLE_RATE);
    let holds: (() => boolean) | null = null;
    let text = '';
    return {
      push: (samples) => {
        holds ??= take();
        if (!holds()) return text;
        decoder.process(resampler.push(samples));
        text = decoder.text();
        return text;
      },
    };
  };
}

/** Begins an utterance for whoever takes the decoder; what is returned tells whether it is still theirs. */
function createLending(decoder: Decoder): () => () => boolean {
  let taken = 0;
  return () => {
    if (taken > 0) decoder.stop();
    decoder.start();
    const mine = ++taken;
    return () => mine === taken;
  };
}
