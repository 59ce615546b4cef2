import { concat, defer, tap, throwError, type Observable } from 'rxjs';
import { AntiphonError } from '../../../core/errors.ts';
import type { AudioFrame } from '../../../core/audio.ts';
import type { ChatMessage, Tool } from '../../../core/message.ts';
import { createResampler, type Resampler } from '../../../core/resampler.ts';
import type { SpeechModelEvent, SpeechModelInput, SpeechToSpeech } from '../../../core/speechToSpeech.ts';
import { createSubject, type Source } from '../../../stream/operate.ts';
import { lettersOf, ReplyAudio } from './replyAudio.ts';

export interface ConversationOptions {
  readonly model: SpeechToSpeech;
  readonly history: () => readonly ChatMessage[];
  readonly tools: () => readonly Tool[];
  /** True if the model returns the words of the user. */
  readonly words: boolean;
}

/**
 * The conversation of a session with a speech model, which the stages share: they send inputs, and take the audio of
 * its replies.
 */
export class Conversation {
  readonly #options: ConversationOptions;
  readonly #inputs: Source<SpeechModelInput> = createSubject();
  /** The events of the model, after the audio of its replies was kept. */
  readonly events: Source<SpeechModelEvent> = createSubject();
  readonly #replies = new Map<number, ReplyAudio>();
  #resampler: Resampler | null = null;
  #hasAudio = false;
  /** The latest response. */
  #latest = { turn: 0, round: 0 };
  /** The number of texts that the model was asked to say. Their replies have negative turns. */
  #texts = 0;

  constructor(options: ConversationOptions) {
    this.#options = options;
  }

  get name(): string {
    return this.#options.model.name;
  }

  get model(): string {
    return this.#options.model.model;
  }

  get output(): SpeechToSpeech['output'] {
    return this.#options.model.output;
  }

  get sampleRate(): number {
    return this.#options.model.sampleRate;
  }

  /** Holds the conversation while subscribed. Emits the events of the model, and its error. */
  run(): Observable<SpeechModelEvent> {
    const { model, history, tools, words } = this.#options;
    const events = defer(() => model.converse(this.#inputs, { history, tools, words }));
    return concat(
      events,
      throwError(() => this.#createEndError()),
    ).pipe(
      tap((event) => {
        this.#keep(event);
        this.events.next(event);
      }),
    );
  }

  send(input: SpeechModelInput): void {
    this.#inputs.next(input);
  }

  /** Sends audio of the user, of any rate. */
  sendAudio({ samples, sampleRate }: AudioFrame): void {
    const { sampleRate: rate } = this;
    if (sampleRate !== rate) this.#resampler ??= createResampler(sampleRate, rate);
    this.#appendAudio(this.#resampler === null ? samples : this.#resampler.push(samples));
  }

  /** Ends a segment of the user's audio. */
  endSegment(): void {
    if (this.#resampler !== null) this.#appendAudio(this.#resampler.flush());
    this.#resampler = null;
  }

  commit(turn: number): void {
    this.#hasAudio = false;
    this.send({ kind: 'commit', turn });
  }

  /** Drops the audio that was not committed. */
  clear(): void {
    if (!this.#hasAudio) return;
    this.#hasAudio = false;
    this.send({ kind: 'clear' });
  }

  /** Returns the audio of a reply; undefined if the model does not speak it. */
  audioOf(turn: number): ReplyAudio | undefined {
    return this.#replies.get(turn);
  }

  /** Returns the latest round of the reply to a turn. */
  roundOf(turn: number): number {
    return this.#latest.turn === turn ? this.#latest.round : 0;
  }

  /** Requests a round of a reply. */
  respond(request: Omit<Extract<SpeechModelInput, { kind: 'respond' }>, 'kind'>, round = 0): void {
    this.#latest = { turn: request.turn, round };
    const audio = this.#replies.get(request.turn) ?? new ReplyAudio(request.turn);
    this.#replies.set(request.turn, audio);
    audio.begin();
    this.send({ kind: 'respond', ...request });
  }

  /** Has the model say a text. Returns the audio of the reply. */
  say(text: string): ReplyAudio {
    this.#texts += 1;
    const turn = -this.#texts;
    const audio = new ReplyAudio(turn, text);
    this.#replies.set(turn, audio);
    audio.begin();
    this.send({ kind: 'say', turn, text });
    return audio;
  }

  /** Cancels a reply that is being generated. */
  cancel(turn: number): void {
    const audio = this.#replies.get(turn);
    if (audio === undefined || audio.isOver) return;
    this.send({ kind: 'cancel', turn });
    audio.end();
  }

  /** Returns whether other words were heard than those that the model has written. */
  isChanged(turn: number, heard: string): boolean {
    const written = this.#replies.get(turn)?.text ?? '';
    return this.output === 'text' && lettersOf(heard) !== lettersOf(written);
  }

  /**
   * Forgets a reply that was cut, and removes from the model's memory what was not heard of it. The heard text of a
   * reply that the model did not speak itself replaces what it has written.
   */
  forget(turn: number, { heard }: { readonly heard: string }): void {
    const audio = this.#replies.get(turn);
    if (audio === undefined) return;
    this.#replies.delete(turn);
    if (turn < 0) return;
    for (const { item, samples } of audio.cutItems()) this.send({ kind: 'truncate', item, samples });
    const content = heard.trim();
    if (this.output === 'text' && content !== '')
      this.send({ kind: 'add', messages: [{ role: 'assistant', content }] });
  }

  /** Forgets the audio of the replies before a turn, which are over when its reply begins. */
  forgetBefore(turn: number): void {
    for (const earlier of this.#replies.keys()) if (earlier >= 0 && earlier < turn) this.#replies.delete(earlier);
  }

  #createEndError(): AntiphonError {
    const { name: provider } = this;
    return new AntiphonError('provider_failed', `the speech model ${provider} ended the conversation`, { provider });
  }

  #appendAudio(samples: Int16Array): void {
    if (samples.length === 0) return;
    this.#hasAudio = true;
    this.send({ kind: 'audio', frame: { samples, sampleRate: this.sampleRate } });
  }

  #keep(event: SpeechModelEvent): void {
    const audio = 'turn' in event ? this.#replies.get(event.turn) : undefined;
    if (audio === undefined) return;
    if (event.kind === 'text') audio.addText(event.item, event.delta);
    if (event.kind === 'timings') audio.addTimings(event.item, event.words);
    if (event.kind === 'audio') audio.addAudio(event.item, event.frame);
    if (event.kind === 'item_ended') audio.endItem(event.item);
    if (event.kind === 'ended') audio.end();
  }
}
