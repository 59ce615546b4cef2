import type { SttInput } from '../../../src/core/ports.ts';
import { ENGINE_SAMPLE_RATE, type Decoder } from './engine.ts';
import type { WorkerSttEvent } from './messages.ts';

/** Minimum audio between two interims. */
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

  const start = (): readonly WorkerSttEvent[] => {
    const faults = decoder.setGrammar(grammar);
    if (faults.length > 0) return [{ kind: 'failed', segment, message: `the grammar: ${faults.join('; ')}` }];
    decoder.start();
    return [];
  };
  const interim = (): readonly WorkerSttEvent[] => {
    if (samples < INTERIM_SAMPLES) return [];
    const text = textAfter(finalWords, decoder.text());
    if (text === '' || text === lastInterim) return [];
    samples = 0;
    lastInterim = text;
    return [{ kind: 'interim', segment, text }];
  };
  const createFinal = (): readonly WorkerSttEvent[] => {
    const heard = decoder.text();
    const text = textAfter(finalWords, heard);
    if (text === '') return [{ kind: 'empty', segment }];
    finalWords = splitWords(heard);
    lastInterim = '';
    return [{ kind: 'final', segment, text, last: true }];
  };
  return (input) => {
    switch (input.kind) {
      case 'start':
        return start();
      case 'audio':
        decoder.process(input.frame.samples);
        samples += input.frame.samples.length;
        return interim();
      case 'flush':
        return createFinal();
      case 'end':
        decoder.stop();
        return createFinal();
    }
  };
}

/** Returns the words of `heard` after `given`. The engine may revise `given`, which is final here. */
function textAfter(given: readonly string[], heard: string): string {
  const words = splitWords(heard);
  const first = words.findIndex((word, index) => word !== given[index]);
  return first === -1 ? '' : words.slice(first).join(' ');
}

function splitWords(text: string): readonly string[] {
  return text.split(' ').filter(Boolean);
}
