import { asyncScheduler, Subscriber, type SchedulerLike } from 'rxjs';
import { AntiphonError } from '../../src/core/errors.ts';
import { LIMITS } from '../../src/core/limits.ts';
import { createSliceQueue, type SliceQueue } from '../../src/stream/sliceQueue.ts';
import { createAlarm, type Alarm } from '../../src/time/alarm.ts';
import type { AskedAhead } from './askAhead.ts';
import { hasFinish, modelOf, usageOf } from './chunkFields.ts';
import type { Completion, RoundEnd, TextEvent } from './completion.ts';
import { createLimitError } from './limits.ts';
import type { RepliesOptions } from './llmTurnOptions.ts';
import type { Round } from './round.ts';

/** Gets what a round brings. */
export interface RoundListener {
  onText(event: TextEvent): void;
  /** Called once, unless the round fails. */
  onRoundEnd(ended: RoundEnd): void;
  onFailure(error: unknown): void;
}

export interface RoundReaderOptions {
  readonly round: Round;
  readonly completion: Completion;
  readonly listener: RoundListener;
}

/**
 * The subscriber to the chunks of a round. It keeps their time limits, reports the progress of the round, and reads the chunks in
 * slices, with a turn of the event loop between them: the end of the stream waits for the chunks before it.
 */
export class RoundReader extends Subscriber<unknown> {
  readonly #own: RoundReaderOptions;
  readonly #options: RepliesOptions;
  readonly #scheduler: SchedulerLike;
  readonly #alarm: Alarm;
  readonly #slices: SliceQueue<unknown>;
  #seen = 0;
  /** True if the stream may stall without failing: it has sent its finish. */
  #isFinished = false;

  constructor(own: RoundReaderOptions, options: RepliesOptions) {
    super();
    this.#own = own;
    this.#options = options;
    this.#scheduler = options.scheduler ?? asyncScheduler;
    this.#alarm = createAlarm(this.#scheduler, () => this.#stall());
    this.#slices = createSliceQueue(
      (chunk) => this.#read(chunk),
      () => 1,
      this.#scheduler,
    );
  }

  /** Takes the answer that was asked for ahead, or asks for one. */
  begin(ahead: AskedAhead | null): void {
    const { round, listener } = this.#own;
    const { progress, chunks } = this.#options;
    try {
      progress?.({ kind: 'called', turn: round.turn.turn, round: round.round });
      (ahead?.take(round) ?? chunks(round)).subscribe(this);
    } catch (error) {
      listener.onFailure(error);
    }
    if (this.#seen === 0) this.#waitForFirst();
  }

  /** Leaves the stream, and drops what is not read. */
  stop(): void {
    this.unsubscribe();
    this.#slices.stop();
  }

  /** Leaves the stream. */
  override unsubscribe(): void {
    this.#alarm.set(undefined);
    super.unsubscribe();
  }

  protected override _next(chunk: unknown): void {
    const { chunkTimeoutMs = 5000 } = this.#options;
    try {
      this.#reportProgress(chunk);
      this.#seen += 1;
      this.#isFinished ||= hasFinish(chunk);
      if (this.#slices.waiting() >= LIMITS.chunks) throw createLimitError(LIMITS.chunks, 'stream', 'chunks');
      this.#slices.addAll([chunk]);
    } catch (error) {
      this.#own.listener.onFailure(error);
    }
    if (chunkTimeoutMs > 0) this.#wait(chunkTimeoutMs);
    else this.#alarm.set(undefined);
  }

  protected override _error(error: unknown): void {
    try {
      this.#fail(error);
    } finally {
      this.unsubscribe();
    }
  }

  protected override _complete(): void {
    try {
      this.#finish();
    } finally {
      this.unsubscribe();
    }
  }

  /** Sets the alarm for the shorter limit first: one that moves later keeps its timer, one that moves earlier would set another. */
  #waitForFirst(): void {
    if (this.closed) return;
    const { firstChunkTimeoutMs = 10_000, chunkTimeoutMs = 5000 } = this.#options;
    const now = this.#scheduler.now();
    if (chunkTimeoutMs > 0) this.#alarm.set(now + Math.min(firstChunkTimeoutMs, chunkTimeoutMs));
    this.#alarm.set(now + firstChunkTimeoutMs);
  }

  #wait(ms: number): void {
    if (!this.closed) this.#alarm.set(this.#scheduler.now() + ms);
  }

  /** Completes a stream that stalls after its finish; fails any other. */
  #stall(): void {
    const { firstChunkTimeoutMs = 10_000, chunkTimeoutMs = 5000 } = this.#options;
    const what = this.#seen === 0 ? 'no first chunk' : 'no further chunk';
    const seconds = (this.#seen === 0 ? firstChunkTimeoutMs : chunkTimeoutMs) / 1000;
    this.unsubscribe();
    if (this.#isFinished) this.#finish();
    else this.#fail(new AntiphonError('handler_timeout', `llm_response_handler emitted ${what} for ${seconds} s`));
  }

  #finish(): void {
    const { completion, listener } = this.#own;
    this.#endWith(() => listener.onRoundEnd(completion.end()));
  }

  #fail(error: unknown): void {
    this.#endWith(() => this.#own.listener.onFailure(error));
  }

  /** Calls `notify` behind the chunks that wait, once. */
  #endWith(notify: () => void): void {
    this.#slices.end(() => {
      this.#slices.stop();
      notify();
    });
  }

  #reportProgress(chunk: unknown): void {
    const { progress } = this.#options;
    if (progress === undefined) return;
    const { turn, round } = this.#own.round;
    const usage = usageOf(chunk);
    if (this.#seen === 0) progress({ kind: 'chunk', turn: turn.turn, round, ...modelOf(chunk) });
    if (usage !== null) progress({ kind: 'usage', turn: turn.turn, round, usage });
  }

  #read(chunk: unknown): void {
    const { completion, listener } = this.#own;
    try {
      const text = completion.add(chunk);
      if (text !== null) listener.onText(text);
    } catch (error) {
      listener.onFailure(error);
    }
  }
}
