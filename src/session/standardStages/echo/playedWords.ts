import type { PlayoutEvent } from '../../../core/playout.ts';
import type { SpeechEvent } from '../../../core/turn.ts';
import { SpokenMap } from '../../../core/spokenText.ts';
import { findWords, type TextWord } from '../../../core/words.ts';
import { Ledger } from '../playout/ledger.ts';
import { PlayTimes } from './playTimes.ts';
import type { TimedWord } from './findEcho.ts';

interface Utterance {
  readonly utterance: string;
  /** The spoken form of its text. */
  spoken: string;
  /** Maps positions between the text and its spoken form. */
  readonly map: SpokenMap;
  /** The words of the spoken form. */
  readonly words: TextWord[];
  /** Undefined before its first audio. */
  times: PlayTimes | undefined;
}

/** The number of utterances that are kept. */
const UTTERANCES_KEPT = 4;

/** The words of the agent's latest utterances, with the times at which they were played. */
export class PlayedWords {
  readonly #ledger: Ledger = new Ledger();
  readonly #utterances: Utterance[] = [];

  addSpeech(event: SpeechEvent): void {
    this.#ledger.add(event);
    if (event.kind === 'started') return this.#begin(event.utterance);
    const spoken = this.#find(event.utterance);
    if (spoken === undefined) return;
    if (event.kind === 'text') addText(spoken, event);
    if (event.kind === 'audio') spoken.times ??= new PlayTimes(event.frame.sampleRate);
  }

  addPlayout(event: PlayoutEvent, nowMs: number): void {
    const times = this.#find(event.utterance)?.times;
    if (event.kind === 'started') times?.start(nowMs - (event.lateMs ?? 0));
    else if (event.kind === 'sent') times?.send(event.samples, nowMs);
    else if (event.kind === 'played') times?.report(event.samples, nowMs);
    else times?.stop(event.samples);
  }

  /** Returns, in order, the words of all sent audio whose last sample was or will be played after `fromMs`. */
  endingAfter(fromMs: number): readonly TimedWord[] {
    return this.#utterances.flatMap((one) => {
      const timed = one.words.map(({ form, to }): TimedWord => {
        return { form, endMs: one.times?.endOf(this.#samplesAt(one, to)) ?? Number.POSITIVE_INFINITY };
      });
      return timed.filter(({ endMs }) => endMs > fromMs && endMs < Number.POSITIVE_INFINITY);
    });
  }

  /** Computes the samples up to the end of `spoken`. Several words spoken for one are spread over its samples. */
  #samplesAt({ utterance, map }: Utterance, spoken: number): number {
    const at = (offset: number): number =>
      this.#ledger.computeSamplesAt(utterance, map.toText(offset)) ?? Number.POSITIVE_INFINITY;
    const end = map.findChangedEnd(spoken);
    if (end === undefined) return at(spoken);
    const start = map.floor(spoken);
    return at(start) + ((spoken - start) / (end - start)) * (at(end) - at(start));
  }

  #find(utterance: string): Utterance | undefined {
    return this.#utterances.findLast((one) => one.utterance === utterance);
  }

  #begin(utterance: string): void {
    this.#utterances.push({ utterance, spoken: '', map: new SpokenMap(), words: [], times: undefined });
    if (this.#utterances.length <= UTTERANCES_KEPT) return;
    const oldest = this.#utterances.shift();
    if (oldest !== undefined) this.#ledger.remove(oldest.utterance);
  }
}

/** Adds the spoken form of a text, whose beginning may continue the last word. */
function addText(utterance: Utterance, { text, spoken = [{ text, spoken: text }] }: TextEvent): void {
  for (const span of spoken) {
    utterance.map.add(span);
    utterance.spoken += span.spoken;
  }
  const from = utterance.words.pop()?.from ?? 0;
  for (const word of findWords(utterance.spoken.slice(from)))
    utterance.words.push({ form: word.form, from: from + word.from, to: from + word.to });
}

type TextEvent = Extract<SpeechEvent, { readonly kind: 'text' }>;
