import { durationMs, type AudioFrame } from '../../core/audio.ts';
import type { SttEvent, SttInput } from '../../core/ports.ts';
import { loudness } from '../audio.ts';
import { splitWords } from './utteranceWords.ts';

/** The transcripts of one segment. */
export interface SttUtterance {
  /**
   * The words. Each text of a list is a separate final. All but the last are emitted as soon as their words have
   * sounded, or right before the answer.
   */
  readonly text: string | readonly string[];
  /** The interims, one per `msPerWord` of sound. Default: the words since the last final. */
  readonly interims?: readonly string[] | undefined;
  /**
   * The answer to a flush and to the end. `none`: no answer. `breaks`: the whole recogniser fails. Default `final`, or
   * `empty` if no words are left.
   */
  readonly answer?: 'final' | 'empty' | 'failed' | 'none' | 'breaks' | undefined;
  /**
   * Time from the flush or end to the answer, in ms. Beyond `finalTimeoutMs`, the answer is late. Default: the
   * double's.
   */
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

/** Delayed events. `break`: the recogniser fails. */
export interface DelayedEvents {
  readonly afterMs: number;
  readonly events: readonly SttEvent[] | 'break';
}

/** Maps each input of a segment to events. */
export type SttSegment = (input: SttInput) => readonly DelayedEvents[];

export function createSttSegment(segment: number, utterance: SttUtterance, behaviour: SttBehaviour): SttSegment {
  const { delayMs = behaviour.delayMs, msPerWord = behaviour.msPerWord, late } = utterance;
  const words = splitWords(utterance.text);
  const maxSteps = Math.max(words.length, utterance.interims?.length ?? 0);
  let soundMs = 0;
  let steps = 0;
  let given = 0;

  const takeTexts = (upTo: number): string[] => {
    const texts = words.texts(given, upTo);
    given = Math.max(given, upTo);
    return texts;
  };
  const listen = ({ samples, sampleRate }: AudioFrame): readonly DelayedEvents[] => {
    if (loudness(samples) === 0) return [];
    soundMs += durationMs({ samples, sampleRate });
    const reached = Math.min(Math.floor(soundMs / msPerWord), maxSteps);
    if (reached === steps) return [];
    steps = reached;
    const finals = takeTexts(words.lastWhole(steps)).map((text) => createTranscript('final', segment, text));
    const text = utterance.interims === undefined ? words.join(given, steps) : (utterance.interims[steps - 1] ?? '');
    const hasInterim = behaviour.interims && text !== '';
    return [{ afterMs: 0, events: hasInterim ? [...finals, createTranscript('interim', segment, text)] : finals }];
  };
  const settle = (upTo: number): DelayedEvents => ({
    afterMs: delayMs,
    events: createAnswer(segment, utterance.answer, takeTexts(upTo)),
  });

  return (input) => {
    if (input.kind === 'audio') return listen(input.frame);
    if (input.kind === 'flush') return [settle(Math.min(steps, words.length))];
    if (input.kind === 'start') return [];
    const answer = settle(words.length);
    if (late === undefined) return [answer];
    return [answer, { afterMs: delayMs + late.afterMs, events: [createTranscript('final', segment, late.text)] }];
  };
}

function createTranscript(kind: 'interim' | 'final', segment: number, text: string): SttEvent {
  return { kind, segment, text };
}

function createAnswer(
  segment: number,
  answer: SttUtterance['answer'],
  texts: readonly string[],
): DelayedEvents['events'] {
  if (answer === 'breaks') return 'break';
  if (answer === 'none') return [];
  if (answer === 'failed')
    return [{ kind: 'failed', segment, error: new Error('the STT double fails, as configured') }];
  if (answer === 'empty' || texts.length === 0) return [{ kind: 'empty', segment }];
  return texts.map((text, n) => ({ kind: 'final', segment, text, last: n === texts.length - 1 }));
}
