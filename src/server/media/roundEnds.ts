import { map, merge, type Observable } from 'rxjs';
import { durationMs } from '../../core/audio.ts';
import type { SpeechEvent, TurnEvent } from '../../core/turn.ts';
import type { Session } from '../../session/session.ts';
import { mapDefined } from '../../stream/mapDefined.ts';

/** The end of a round that calls functions: all its text is in the first `ms` of the utterance. */
export interface RoundEnd {
  readonly utterance: string;
  readonly ms: number;
}

/** Emits once all text before the calls of a round has been synthesised. Nothing is emitted for a round without text. */
export function roundEnds({ edges }: Pick<Session<object>, 'edges'>): Observable<RoundEnd> {
  const rounds = new SpokenRounds();
  return merge(
    edges.reply.pipe(map((event) => rounds.addReply(event))),
    edges.speech.pipe(map((event) => rounds.addSpeech(event))),
  ).pipe(mapDefined((end) => end ?? undefined));
}

class SpokenRounds {
  #utterance: string | null = null;
  /** Letters of the reply, and those of them that were sent to the voice. Letters are all characters but white space. */
  #generated = 0;
  #sent = 0;
  /** Characters of the utterance, and those of them whose audio is complete. */
  #chars = 0;
  #marked = 0;
  #ms = 0;
  #isAwaited = false;

  addReply(event: TurnEvent): RoundEnd | null {
    if (event.kind === 'started') [this.#generated, this.#sent] = [0, 0];
    if (event.kind === 'text') this.#generated += countLetters(event.delta);
    if (event.kind !== 'text') this.#isAwaited = event.kind === 'round' && event.calls.length > 0;
    return this.#take();
  }

  addSpeech(event: SpeechEvent): RoundEnd | null {
    switch (event.kind) {
      case 'started':
        this.#utterance = event.utterance;
        [this.#chars, this.#marked, this.#ms] = [0, 0, 0];
        return null;
      case 'text':
        this.#chars += event.text.length;
        this.#sent += countLetters(event.text);
        return null;
      case 'audio':
        this.#ms += durationMs(event.frame);
        return null;
      case 'mark':
        this.#marked = event.chars;
        return this.#take();
      case 'words':
        return null;
      case 'ended':
        this.#utterance = null;
        return null;
    }
  }

  #take(): RoundEnd | null {
    const isSpoken = this.#chars > 0 && this.#sent >= this.#generated && this.#marked >= this.#chars;
    if (!this.#isAwaited || this.#utterance === null || !isSpoken) return null;
    this.#isAwaited = false;
    return { utterance: this.#utterance, ms: this.#ms };
  }
}

function countLetters(text: string): number {
  return text.replaceAll(/\s/gu, '').length;
}
