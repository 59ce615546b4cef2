import type { SttInput } from '../../../src/core/ports.ts';
import type { Background } from './background.ts';
import { ENGINE_SAMPLE_RATE, type Decoder } from './engine.ts';
import type { EngineSttEvent } from '../../../src/wire/engine/messages.ts';
import { judge, type Verdict } from './rejection.ts';

/** Audio between two hypotheses that are used for interims, in samples. */
const INTERIM_SAMPLES = ENGINE_SAMPLE_RATE / 10;

const NOT_UNDERSTOOD = 'the speech is not a sentence of the grammar';

/** Number of consecutive hypotheses that must begin with a word before it becomes an interim. */
const STABLE = 3;

/** Options for recognising the segments of a session. */
export interface RecognitionOptions {
  readonly grammar: string;
  /** Confidence below which a text is rejected, with the background to compare it to. Default: no text is rejected. */
  readonly reject?: { readonly below: number; readonly background: Background } | undefined;
}

/**
 * Creates a function that maps the inputs of one segment to its events. Later events do not repeat the text of a flush.
 * A grammar that the engine rejects fails the segment at its start.
 */
export function createRecognition(
  decoder: Decoder,
  segment: number,
  { grammar, reject }: RecognitionOptions,
): (input: SttInput) => readonly EngineSttEvent[] {
  let finalWords: readonly string[] = [];
  /** True while an interim has words that are not final. */
  let isShown = false;
  const createInterim = createInterims(decoder, segment, () => finalWords);
  const endWithout = (verdict: Verdict | undefined): EngineSttEvent => {
    if (verdict === undefined) return { kind: 'empty', segment };
    if (finalWords.length === 0 && verdict.isSpeech) return { kind: 'rejected', segment, message: NOT_UNDERSTOOD };
    return isShown ? { kind: 'final', segment, text: '', last: true } : { kind: 'empty', segment };
  };
  const createFinal = (isEnd: boolean): readonly EngineSttEvent[] => {
    const whole = decoder.text();
    const text = textAfter(finalWords, whole);
    const verdict = reject && judge(decoder, reject.background);
    if (text === '' || isBelow(verdict, reject?.below)) {
      return [isEnd ? endWithout(verdict) : { kind: 'empty', segment }];
    }
    finalWords = splitWords(whole);
    isShown = false;
    return [{ kind: 'final', segment, text, last: true, ...(verdict && { confidence: verdict.confidence }) }];
  };
  return (input) => {
    if (input.kind === 'start') return startDecoder(decoder, segment, grammar);
    if (input.kind === 'audio') {
      decoder.process(input.frame.samples);
      const interims = createInterim(input.frame.samples.length);
      isShown ||= interims.length > 0;
      return interims;
    }
    if (input.kind === 'end') decoder.stop();
    return createFinal(input.kind === 'end');
  };
}

function isBelow(verdict: Verdict | undefined, threshold = 0): boolean {
  return verdict !== undefined && verdict.confidence < threshold;
}

/** Creates a function that takes the number of samples decoded, and returns the interim that is due. */
function createInterims(
  decoder: Decoder,
  segment: number,
  finalWords: () => readonly string[],
): (samples: number) => readonly EngineSttEvent[] {
  const select = createStableWords(STABLE);
  let waiting = 0;
  let last = '';
  return (samples) => {
    waiting += samples;
    if (waiting < INTERIM_SAMPLES) return [];
    waiting = 0;
    const text = textAfter(finalWords(), select(splitWords(decoder.text())).join(' '));
    if (text === '' || text === last) return [];
    last = text;
    return [{ kind: 'interim', segment, text }];
  };
}

function startDecoder(decoder: Decoder, segment: number, grammar: string): readonly EngineSttEvent[] {
  const faults = decoder.setGrammar(grammar);
  if (faults.length > 0) return [{ kind: 'failed', segment, message: `the grammar: ${faults.join('; ')}` }];
  decoder.start();
  return [];
}

/** Returns the words of `text` after `finalWords`, which stay final here even if the engine revises them. */
function textAfter(finalWords: readonly string[], text: string): string {
  const words = splitWords(text);
  const first = words.findIndex((word, index) => word !== finalWords[index]);
  return first === -1 ? '' : words.slice(first).join(' ');
}

function splitWords(text: string): readonly string[] {
  return text.split(' ').filter(Boolean);
}

/**
 * Creates a function that takes the hypotheses of an utterance, one per 100 ms of audio, and returns the words with
 * which `count` consecutive hypotheses begin. Returned words stay until `count` hypotheses differ from them.
 */
function createStableWords(count: number): (words: readonly string[]) => readonly string[] {
  const last: (readonly string[])[] = [];
  return (words) => {
    last.push(words);
    if (last.length > count) last.shift();
    return last.length < count ? [] : last.reduce(commonPrefix);
  };
}

function commonPrefix(a: readonly string[], b: readonly string[]): readonly string[] {
  const end = a.findIndex((word, index) => word !== b[index]);
  return end === -1 ? a : a.slice(0, end);
}
