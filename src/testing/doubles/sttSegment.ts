import { durationMs } from '../../core/audio.ts';
import type { SttEvent, SttInput } from '../../core/ports.ts';
import { loudness } from '../audio.ts';

/** The transcripts of one segment. */
export interface SttUtterance {
  /**
   * The words. Each text of a list is a final of its own: all but the last come as soon as their words have sounded, or right
   * before the answer.
   */
  readonly text: string | readonly string[];
  /** The interims, one per `msPerWord` of sound. Default: the words since the last final. */
  readonly interims?: readonly string[] | undefined;
  /**
   * The answer to a flush and to the end. `none`: no answer. `breaks`: the whole recogniser fails.
   * Default `final`, or `empty` if no word is left.
   */
  readonly answer?: 'final' | 'empty' | 'failed' | 'none' | 'breaks' | undefined;
  /** From flush or end to the answer, in ms; beyond `finalTimeoutMs` it is late. Default: the double's. */
  readonly delayMs?: number | undefined;
  /** A late final, `afterMs` after the answer to the end. */
  readonly late?: { readonly text: string; readonly afterMs: number } | undefined;
  /** Sound per word, in ms. Default: the double's. */
  readonly msPerWord?: number | undefined;
}

export interface SttBehaviour {
  readonly delayMs: number;
  readonly msPerWord: number;
  readonly interims: boolean;
}

/** Events after a delay; `break` is the failure of the recogniser. */
export interface DelayedEvents {
  readonly afterMs: number;
  readonly events: readonly SttEvent[] | 'break';
}

/** Creates the recogniser of one segment, which maps each input to events. */
export function createSttSegment(
  segment: number,
  utterance: SttUtterance,
  manner: SttBehaviour,
): (input: SttInput) => readonly DelayedEvents[] {
  const { answer = 'final', delayMs = manner.delayMs, msPerWord = manner.msPerWord, late } = utterance;
  const script = splitWords(utterance);
  const mostSteps = Math.max(script.length, utterance.interims?.length ?? 0);
  let soundMs = 0;
  let steps = 0;
  let given = 0;

  const interim = (): SttEvent[] => {
    const text = utterance.interims === undefined ? script.words(given, steps) : (utterance.interims[steps - 1] ?? '');
    return manner.interims && text !== '' ? [{ kind: 'interim', segment, text }] : [];
  };
  const finals = (texts: readonly string[]): SttEvent[] => texts.map((text) => ({ kind: 'final', segment, text }));
  const take = (upTo: number): string[] => {
    const texts = script.texts(given, upTo);
    given = Math.max(given, upTo);
    return texts;
  };
  const listen = (input: SttInput): readonly DelayedEvents[] => {
    if (input.kind !== 'audio' || loudness(input.frame.samples) === 0) return [];
    soundMs += durationMs(input.frame);
    const reached = Math.min(Math.floor(soundMs / msPerWord), mostSteps);
    if (reached === steps) return [];
    steps = reached;
    return [{ afterMs: 0, events: [...finals(take(script.lastWhole(steps))), ...interim()] }];
  };
  const settle = (texts: readonly string[]): DelayedEvents[] => [
    { afterMs: delayMs, events: answerEvents(segment, answer, texts) },
  ];

  return (input) => {
    if (input.kind === 'flush') return settle(take(Math.min(steps, script.length)));
    if (input.kind !== 'end') return listen(input);
    const afterwards = late === undefined ? [] : [{ afterMs: delayMs + late.afterMs, events: finals([late.text]) }];
    return [...settle(take(script.length)), ...afterwards];
  };
}

function answerEvents(
  segment: number,
  answer: SttUtterance['answer'],
  texts: readonly string[],
): DelayedEvents['events'] {
  switch (answer) {
    case 'breaks':
      return 'break';
    case 'none':
      return [];
    case 'failed':
      return [{ kind: 'failed', segment, error: new Error('the STT double fails, as configured') }];
    case 'empty':
      return [{ kind: 'empty', segment }];
    default:
      return finalEvents(segment, texts);
  }
}

function finalEvents(segment: number, texts: readonly string[]): SttEvent[] {
  if (texts.length === 0) return [{ kind: 'empty', segment }];
  return texts.map((text, n) => ({ kind: 'final', segment, text, last: n === texts.length - 1 }));
}

/** The words of a segment, numbered, with the ends of its texts. */
interface UtteranceWords {
  readonly length: number;
  words(from: number, to: number): string;
  /** The words from `from` to `to`, split at the ends of texts. */
  texts(from: number, to: number): string[];
  /** The end of the last complete text, except the very last text. */
  lastWhole(heard: number): number;
}

function splitWords({ text }: SttUtterance): UtteranceWords {
  const parts = (typeof text === 'string' ? [text] : text).map((part) => part.split(/\s+/).filter(Boolean));
  const words = parts.flat();
  const ends = parts.map((_, n) => parts.slice(0, n + 1).flat().length);
  const between = (from: number, to: number): string => words.slice(from, to).join(' ');
  return {
    length: words.length,
    words: between,
    texts: (from, to) =>
      ends.map((end, n) => between(Math.max(from, ends[n - 1] ?? 0), Math.min(to, end))).filter((part) => part !== ''),
    lastWhole: (heard) => Math.max(0, ...ends.slice(0, -1).filter((end) => end <= heard)),
  };
}
