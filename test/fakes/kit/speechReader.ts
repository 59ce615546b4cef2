import { ENGINE_SAMPLE_RATE, loadEngine, type Decoder } from '../../../providers/local/stt/engine.ts';
import { createResampler } from '../../../src/core/resampler.ts';
import type { TextReader } from '../../../src/testing/textAudio.ts';

/**
 * Creates readers of real speech that is a sentence of `grammar` (JSGF). The text so far may change with the speech that
 * follows. The readers share one recogniser: the reader whose speech began last has it, and the text of earlier ones is final.
 */
export async function createSpeechReader(grammar: string): Promise<(sampleRate: number) => TextReader> {
  const engine = await loadEngine('en-US');
  const decoder = await engine.createDecoder();
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

/** Creates a function that takes the decoder for a new utterance. Its result returns whether the decoder was not taken since. */
function createLending(decoder: Decoder): () => () => boolean {
  let taken = 0;
  return () => {
    if (taken > 0) decoder.stop();
    decoder.start();
    const mine = ++taken;
    return () => mine === taken;
  };
}
