import type { SttInput } from '../../../src/core/ports.ts';
import { ENGINE_SAMPLE_RATE, type Decoder } from './engine.ts';
import type { WorkerSttEvent } from './messages.ts';

/** Minimum audio between two interims, in samples. */
const INTERIM_SAMPLES = ENGINE_SAMPLE_RATE / 10;

/**
 * Creates a function from the inputs of one segment to its events. Later events do not repeat the text of a flush. A grammar
 * that the engine refuses fails the segment at its start.
 */
export function createRecognition(
  decoder: Decoder,
  segment: number,
  grammar: string,
): (input: SttInput) => readonly WorkerSttEvent[] {
  let finalWords: readonly string[] = [];
  let lastInterim = '';
  let samples = 0;
  const createInterim = (): readonly WorkerSttEvent[] => {
    if (samples < INTERIM_SAMPLES) return [];
    const text = textAfter(finalWords, decoder.text());
    if (text === '' || text === lastInterim) return [];
    samples = 0;
    lastInterim = text;
    return [{ kind: 'interim', segment, text }];
  };
  const createFinal = (): readonly WorkerSttEvent[] => {
    const whole = decoder.text();
    const text = textAfter(finalWords, whole);
    if (text === '') return [{ kind: 'empty', segment }];
    finalWords = splitWords(whole);
    lastInterim = '';
    return [{ kind: 'final', segment, text, last: true }];
  };
  return (input) => {
    if (input.kind === 'start') return startDecoder(decoder, segment, grammar);
    if (input.kind === 'audio') {
      decoder.process(input.frame.samples);
      samples += input.frame.samples.length;
      return createInterim();
    }
    if (input.kind === 'end') decoder.stop();
    return createFinal();
  };
}

function startDecoder(decoder: Decoder, segment: number, grammar: string): readonly WorkerSttEvent[] {
  const faults = decoder.setGrammar(grammar);
  if (faults.length > 0) return [{ kind: 'failed', segment, message: `the grammar: ${faults.join('; ')}` }];
  decoder.start();
  return [];
}

/** Returns the words of `text` after `finalWords`, which are final here although the engine may revise them. */
function textAfter(finalWords: readonly string[], text: string): string {
  const words = splitWords(text);
  const first = words.findIndex((word, index) => word !== finalWords[index]);
  return first === -1 ? '' : words.slice(first).join(' ');
}

function splitWords(text: string): readonly string[] {
  return text.split(' ').filter(Boolean);
}
