import type { SpeechModelEvent, SpeechModelInput } from '../../core/speechToSpeech.ts';

type AudioInput = Extract<SpeechModelInput, { readonly kind: 'audio' }>;

/** The most audio that is kept for another connection, in s. */
const MAX_KEPT_S = 60;

/** What a connection owes: replies, words, and the audio that it has and that was not committed. */
export class OpenWork {
  readonly #replies = new Set<number>();
  readonly #words = new Set<number>();
  #audio: AudioInput[] = [];
  #seconds = 0;

  addInput(input: SpeechModelInput): void {
    switch (input.kind) {
      case 'audio':
        return this.#addAudio(input);
      case 'commit':
        this.#words.add(input.turn);
        return this.#dropAudio();
      case 'clear':
        return this.#dropAudio();
      case 'respond':
      case 'say':
        this.#replies.add(input.turn);
        return;
      case 'cancel':
        this.#replies.delete(input.turn);
        return;
      default:
    }
  }

  addEvent(event: SpeechModelEvent): void {
    if (event.kind === 'ended') this.#replies.delete(event.turn);
    if (event.kind === 'words_failed' || (event.kind === 'words' && event.final)) this.#words.delete(event.turn);
  }

  /** Gives up what the lost connection owed. Returns the events that say so, and the audio for the next one. */
  lose(error: unknown): { readonly events: readonly SpeechModelEvent[]; readonly audio: readonly AudioInput[] } {
    const words = [...this.#words].map((turn): SpeechModelEvent => ({ kind: 'words_failed', turn, error }));
    const replies = [...this.#replies].map((turn): SpeechModelEvent => ({ kind: 'ended', turn, calls: [], error }));
    this.#words.clear();
    this.#replies.clear();
    return { events: [...words, ...replies], audio: this.#audio };
  }

  #addAudio(input: AudioInput): void {
    this.#audio.push(input);
    this.#seconds += lengthOf(input);
    while (this.#seconds > MAX_KEPT_S) this.#seconds -= lengthOf(this.#audio.shift() as AudioInput);
  }

  #dropAudio(): void {
    this.#audio = [];
    this.#seconds = 0;
  }
}

function lengthOf({ frame: { samples, sampleRate } }: AudioInput): number {
  return samples.length / sampleRate;
}
