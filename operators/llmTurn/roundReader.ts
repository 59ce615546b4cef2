import { asyncScheduler, Subscription, type Observer, type SchedulerLike } from 'rxjs';
import { AntiphonError } from '../../src/core/errors.ts';
import { LIMITS } from '../../src/core/limits.ts';
import { createSliceQueue, type SliceQueue } from '../../src/stream/sliceQueue.ts';
import { subscribeWithin } from '../../src/stream/operate.ts';
import { createAlarm, type Alarm } from '../../src/time/alarm.ts';
import type { AskedAhead } from './askAhead.ts';
import { checkChunk, type CheckedChunk } from './checkChunk.ts';
import { modelOf } from './chunkFields.ts';
import { Completion, type CompletionOwner, type RoundEnd, type TextEvent } from './completion.ts';
import { createLimitError } from './limits.ts';
import type { RepliesOptions, Round } from './llmTurnOptions.ts';

/** Receiver of a round's results. */
export interface RoundListener extends CompletionOwner {
  onText(event: TextEvent): void;
  /** Called once, unless the round fails. */
  onRoundEnd(ended: RoundEnd): void;
  onFailure(error: unknown): void;
}

/**
 * The subscriber to the chunks of a round. It enforces their time limits, reports progress, and reads the chunks in
 * slices, yielding to the event loop between slices. The end of the stream waits for the chunks before it.
 */
export class RoundReader implements Observer<unknown> {
  readonly #round: Round;
  readonly #listener: RoundListener;
  readonly #completion: Completion;
  readonly #options: RepliesOptions;
  readonly #scheduler: SchedulerLike;
  readonly #alarm: Alarm;
  readonly #slices: SliceQueue<CheckedChunk>;
  readonly #stream: Subscription = new Subscription();
  #seen = 0;
  /** True once the stream has sent its finish and may stall without failing. */
  #isFinished = false;

  constructor(round: Round, listener: RoundListener, options: RepliesOptions) {
    this.#round = round;
    this.#listener = listener;
    this.#completion = new Completion(listener, round.round, options.hiddenTags);
    this.#options = options;
    this.#scheduler = options.scheduler ?? asyncScheduler;
    this.#alarm = createAlarm(this.#scheduler, () => this.#stall());
    this.#slices = createSliceQueue((chunk) => this.#read(chunk), null, this.#scheduler);
  }

  /** Takes the answer that was requested ahead, or requests one. */
  begin(ahead: AskedAhead | null): void {
    const round = this.#round;
    const { progress, chunks } = this.#options;
    try {
      progress?.({ kind: 'called', turn: round.turn.turn, round: round.round });
      subscribeWithin(ahead?.take(round) ?? chunks(round), this.#stream, this);
    } catch (error) {
      this.#listener.onFailure(error);
    }
    if (this.#seen === 0) this.#waitForFirst();
  }

  /** Unsubscribes from the stream and drops unread chunks. */
  stop(): void {
    this.#close();
    this.#slices.stop();
  }

  next(chunk: unknown): void {
    const { chunkTimeoutMs = 5000 } = this.#options;
    try {
      const checked = checkChunk(chunk);
      if (this.#seen === 0 || checked.usage !== null) this.#reportProgress(checked);
      this.#seen += 1;
      this.#isFinished ||= checked.choice !== null && checked.choice.finishReason !== null;
      if (this.#slices.waiting() >= LIMITS.chunks) throw createLimitError(LIMITS.chunks, 'stream', 'chunks');
      this.#slices.append(checked);
    } catch (error) {
      this.#listener.onFailure(error);
    }
    if (chunkTimeoutMs > 0) this.#wait(chunkTimeoutMs);
    else this.#alarm.set(undefined);
  }

  error(error: unknown): void {
    try {
      this.#fail(error);
    } finally {
      this.#close();
    }
  }

  complete(): void {
    try {
      this.#finish();
    } finally {
      this.#close();
    }
  }

  #close(): void {
    this.#alarm.set(undefined);
    this.#stream.unsubscribe();
  }

  /**
   * Sets the alarm for the shorter limit first. Moving an alarm later reuses its timer; moving it earlier would need a
   * new one.
   */
  #waitForFirst(): void {
    if (this.#stream.closed) return;
    const { firstChunkTimeoutMs = 10_000, chunkTimeoutMs = 5000 } = this.#options;
    const now = this.#scheduler.now();
    if (chunkTimeoutMs > 0) this.#alarm.set(now + Math.min(firstChunkTimeoutMs, chunkTimeoutMs));
    this.#alarm.set(now + firstChunkTimeoutMs);
  }

  #wait(ms: number): void {
    if (!this.#stream.closed) this.#alarm.set(this.#scheduler.now() + ms);
  }

  /** Completes a stream that stalls after its finish; fails any other. */
  #stall(): void {
    const { firstChunkTimeoutMs = 10_000, chunkTimeoutMs = 5000 } = this.#options;
    const what = this.#seen === 0 ? 'no first chunk' : 'no further chunk';
    const seconds = (this.#seen === 0 ? firstChunkTimeoutMs : chunkTimeoutMs) / 1000;
    this.#close();
    if (this.#isFinished) this.#finish();
    else this.#fail(new AntiphonError('handler_timeout', `llm_response_handler emitted ${what} for ${seconds} s`));
  }

  #finish(): void {
    this.#endWith(() => {
      const rest = this.#completion.rest();
      if (rest !== null) this.#listener.onText(rest);
      this.#listener.onRoundEnd(this.#completion.end());
    });
  }

  #fail(error: unknown): void {
    this.#endWith(() => this.#listener.onFailure(error));
  }

  /** Calls `notify` once, after the waiting chunks. */
  #endWith(notify: () => void): void {
    this.#slices.end(() => {
      this.#slices.stop();
      notify();
    });
  }

  /** Reports the first chunk and the usage. */
  #reportProgress(chunk: CheckedChunk): void {
    const { progress } = this.#options;
    if (progress === undefined) return;
    const { turn, round } = this.#round;
    if (this.#seen === 0) progress({ kind: 'chunk', turn: turn.turn, round, ...modelOf(chunk) });
    if (chunk.usage !== null) progress({ kind: 'usage', turn: turn.turn, round, usage: chunk.usage });
  }

  #read(chunk: CheckedChunk): void {
    try {
      const text = this.#completion.add(chunk);
      if (text !== null) this.#listener.onText(text);
    } catch (error) {
      this.#listener.onFailure(error);
    }
  }
}
