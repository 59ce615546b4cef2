import type { Subscriber } from 'rxjs';
import type { TextToSpeech } from '../../src/core/ports.ts';
import type { SpeechEvent, TurnEvent } from '../../src/core/turn.ts';
import type { PreparedSpeech } from './prepareSpeech.ts';
import { addToReplyText, dropText, dropUnheardFillers, emptyReplyText, type ReplyText } from './replyText.ts';
import { SpokenText } from './spokenText.ts';
import type { PartStart } from './textGrowth.ts';
import { Utterance, type UtteranceSettings } from './utterance.ts';
import type { Voice } from './voices.ts';

/** What is the same for all replies. */
export interface ReplySpeechOptions extends UtteranceSettings {
  readonly prepared: PreparedSpeech | null;
  /** Called behind the last event of each utterance. */
  readonly onEnd: () => void;
}

/** Speaks one reply. Its text may grow until the next reply begins; a running utterance ends by itself. */
export class ReplySpeech {
  readonly #out: Subscriber<SpeechEvent>;
  readonly #options: ReplySpeechOptions;
  readonly #voice: Voice;
  readonly turn: number;
  #text: ReplyText = emptyReplyText;
  #hasBegun = false;
  #isTextOver = false;
  #utterances = 0;
  /** Replaced, never changed: a loop over it goes on undisturbed. */
  #running: readonly Utterance[] = [];

  constructor(out: Subscriber<SpeechEvent>, turn: number, voice: Voice, options: ReplySpeechOptions) {
    this.#out = out;
    this.turn = turn;
    this.#voice = voice;
    this.#options = options;
  }

  /** True if no utterance runs. */
  get isSilent(): boolean {
    return this.#running.length === 0;
  }

  add(event: TurnEvent): void {
    const grown = addToReplyText(this.#text, event, this.turn);
    if (grown === this.#text) return;
    this.#text = grown;
    for (const utterance of this.#running) utterance.setReply(grown);
    if (this.#hasBegun || !grown.hasWords) return;
    this.#hasBegun = true;
    this.resume(0);
  }

  /** Speaks the rest of the text, as a further utterance, after its first `heardChars` characters were heard. */
  resume(heardChars: number): void {
    const voice = this.#voice;
    this.#text = dropUnheardFillers(this.#text, heardChars);
    const from = voice.findResumeOffset(this.#text, heardChars);
    const utterance = new Utterance(this.#out, this.#options, {
      turn: this.turn,
      utterance: `u${this.turn}.${this.#utterances}`,
      voice,
      from,
      repeatedChars: heardChars - from,
      voiceOf: this.#utterances === 0 ? this.#createVoiceOf() : () => voice.tts,
      createSpokenText: createSpokenTexts(voice, this.#text.text.slice(0, from)),
      drop: (at, chars) => (this.#text = dropText(this.#text, { from: from + at, to: from + at + chars })),
      onEnd: (ended) => this.#end(ended),
    });
    this.#utterances += 1;
    this.#running = [...this.#running, utterance];
    utterance.start(() => this.#text);
    if (this.#isTextOver) utterance.endText();
  }

  #end(ended: Utterance): void {
    this.#running = this.#running.filter((other) => other !== ended);
    this.#options.onEnd();
  }

  /** Ends the text: there is no more of the reply. */
  endText(): void {
    this.#isTextOver = true;
    for (const utterance of this.#running) utterance.endText();
  }

  cut(name: string): void {
    for (const utterance of this.#running) if (utterance.name === name) utterance.cut('interrupted');
  }

  setSent(name: string, samples: number): void {
    for (const utterance of this.#running) if (utterance.name === name) utterance.setSent(samples);
  }

  setOpen(isOpen: boolean): void {
    for (const utterance of this.#running) utterance.setOpen(isOpen);
  }

  /** Ends everything without an event. */
  stop(): void {
    for (const utterance of this.#running) utterance.stop();
    this.#running = [];
  }

  /** The first part that is no filler goes on with what was prepared for the reply. */
  #createVoiceOf(): (part: PartStart) => TextToSpeech {
    const { prepared } = this.#options;
    const { tts } = this.#voice;
    let mayBePrepared = prepared !== null;
    return ({ isFiller }) => {
      if (isFiller || !mayBePrepared) return tts;
      mayBePrepared = false;
      return prepared?.take(this.turn, tts) ?? tts;
    };
  }
}

/** Returns what creates the spoken text of each part. Only the first part has text `before` it. */
function createSpokenTexts({ createNormalizer }: Voice, before: string): () => SpokenText | null {
  let context = before;
  return () => {
    const spokenText = createNormalizer && new SpokenText(createNormalizer(), context);
    context = '';
    return spokenText;
  };
}
