import type { PlayoutEvent } from '../../core/playout.ts';
import type { SpeechEvent } from '../../core/turn.ts';
import { findWords, type TextWord } from '../../core/words.ts';
import { Ledger } from '../playout/ledger.ts';
import { PlayTimes } from './playTimes.ts';
import type { TimedWord } from './timedWord.ts';

interface Utterance {
  readonly utterance: string;
  text: string;
  readonly words: TextWord[];
  /** Undefined until it has audio. */
  times: PlayTimes | undefined;
}

/** The number of utterances that are remembered. */
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
    if (event.kind === 'text') addText(spoken, event.text);
    if (event.kind === 'audio') spoken.times ??= new PlayTimes(event.frame.sampleRate);
  }

  addPlayout(event: PlayoutEvent, nowMs: number): void {
    const times = this.#find(event.utterance)?.times;
    if (event.kind === 'started') times?.start(nowMs - (event.lateMs ?? 0));
    else if (event.kind === 'sent') times?.send(event.samples, nowMs);
    else if (event.kind === 'played') times?.report(event.samples, nowMs);
    else times?.stop(event.samples);
  }

  /** Returns the words whose last sample was, or will be, played after `fromMs`, of all audio that was sent; in order. */
  endingAfter(fromMs: number): readonly TimedWord[] {
    return this.#utterances.flatMap(({ utterance, words, times }) => {
      const timed = words.map(({ form, to }): TimedWord => {
        const samples = this.#ledger.computeSamplesAt(utterance, to) ?? Number.POSITIVE_INFINITY;
        return { form, endMs: times?.endOf(samples) ?? Number.POSITIVE_INFINITY };
      });
      return timed.filter(({ endMs }) => endMs > fromMs && endMs < Number.POSITIVE_INFINITY);
    });
  }

  #find(utterance: string): Utterance | undefined {
    return this.#utterances.findLast((one) => one.utterance === utterance);
  }

  #begin(utterance: string): void {
    this.#utterances.push({ utterance, text: '', words: [], times: undefined });
    if (this.#utterances.length <= UTTERANCES_KEPT) return;
    const oldest = this.#utterances.shift();
    if (oldest !== undefined) this.#ledger.remove(oldest.utterance);
  }
}

/** Adds text. Its beginning may continue the last word. */
function addText(spoken: Utterance, text: string): void {
  spoken.text += text;
  const from = spoken.words.pop()?.from ?? 0;
  for (const word of findWords(spoken.text.slice(from)))
    spoken.words.push({ form: word.form, from: from + word.from, to: from + word.to });
}
