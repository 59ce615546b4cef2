import { samplesOfMs, type AudioFrame } from '../../src/core/audio.ts';
import type { PlayoutCommand } from '../../src/core/playout.ts';
import type { SpeechEvent } from '../../src/core/turn.ts';
import { PlayHead } from '../../src/playback/playHead.ts';
import type { Machine } from '../../src/playback/runMachine.ts';
import { playTime, runningStopwatch, schedulerTime, setRunning, type Stopwatch } from '../../src/time/stopwatch.ts';
import { QueuedUtterance } from './queuedUtterance.ts';

export interface PacerLimits {
  readonly leadMs: number;
  readonly frameMs: number;
  readonly maxQueuedMs: number;
}

const MAX_SENT = 32;

/** The state machine of `pace`. */
export class Pacer implements Machine<PlayoutCommand> {
  readonly #limits: PacerLimits;
  /** Utterances that are not fully sent, in order. */
  #queue: QueuedUtterance[] = [];
  /** The last utterances that were fully sent, which a client may still be playing. At most 32. */
  #sent: string[] = [];
  /** Utterances whose `clear` is not sent. */
  readonly #clears: string[] = [];
  readonly #head: PlayHead = new PlayHead();
  /** Measures play time. */
  #watch: Stopwatch = runningStopwatch;
  #isHeld = false;
  /** True after a pause, so that the next audio counts as a beginning rather than a continuation. */
  #begins = false;
  #isClosed = false;

  constructor(limits: PacerLimits) {
    this.#limits = limits;
  }

  /** Adds a speech event. Ignores events of utterances that are not in the queue because they were cleared. */
  add(event: SpeechEvent): void {
    if (event.kind === 'started') this.#queue.push(new QueuedUtterance(event.utterance));
    else if (event.kind === 'audio') this.#find(event.utterance)?.add(event.frame, this.#freeMs());
    else if (event.kind === 'ended') this.#end(this.#find(event.utterance));
  }

  /** Ends all utterances and the source. */
  close(): void {
    for (const one of this.#queue) this.#end(one);
    this.#isClosed = true;
  }

  setHeld(isHeld: boolean): void {
    this.#isHeld = isHeld;
  }

  setPaused(isPaused: boolean, nowMs: number): void {
    this.#watch = setRunning(this.#watch, !isPaused, nowMs);
    if (isPaused) this.#begins = true;
  }

  /** Drops an utterance. Sends a `clear` to the client if any of it was sent. */
  clear(utterance: string, nowMs: number): void {
    if (this.#sent.includes(utterance) || this.#find(utterance)?.isStarted === true) this.#clears.push(utterance);
    this.#queue = this.#queue.filter((one) => one.utterance !== utterance);
    this.#sent = this.#sent.filter((one) => one !== utterance);
    this.#head.remove(utterance, playTime(this.#watch, nowMs));
  }

  next(nowMs: number): PlayoutCommand | undefined {
    if (this.#clears.length > 0) return { kind: 'clear', utterance: this.#clears.shift() as string };
    const first = this.#queue[0];
    if (first === undefined || this.#isPaused()) return undefined;
    if (first.queued === 0) return first.isEnded ? this.#sendEnd(first) : undefined;
    // Compares the same value that `wakesAt` returns, because rounding could put the play time on the other side.
    if (this.#isHeldBack(first, nowMs) || this.#dueAt() > nowMs) return undefined;
    return first.isStarted ? this.#sendAudio(first, nowMs) : sendStart(first);
  }

  wakesAt(nowMs: number): number | undefined {
    const first = this.#queue[0];
    const waits = first === undefined || first.queued === 0 || this.#isPaused() || this.#isHeldBack(first, nowMs);
    return waits ? undefined : this.#dueAt();
  }

  isOver(): boolean {
    return this.#isClosed && this.#queue.length === 0;
  }

  #find(utterance: string): QueuedUtterance | undefined {
    const queue = this.#queue;
    for (let at = 0; at < queue.length; at += 1) if (queue[at]?.utterance === utterance) return queue[at];
    return undefined;
  }

  #freeMs(): number {
    const queue = this.#queue;
    let queuedMs = 0;
    for (let at = 0; at < queue.length; at += 1) queuedMs += (queue[at] as QueuedUtterance).queuedMs;
    return this.#limits.maxQueuedMs - queuedMs;
  }

  /** Marks an utterance as ended. Removes it if it has no audio. */
  #end(one: QueuedUtterance | undefined): void {
    if (one === undefined) return;
    one.isEnded = true;
    if (!one.isStarted && one.queued === 0) this.#queue = this.#queue.filter((other) => other !== one);
  }

  #isPaused(): boolean {
    return this.#watch.stoppedAtMs !== undefined;
  }

  /** Returns whether `held` applies, because the audio begins an utterance or follows a gap. */
  #isHeldBack({ sent }: QueuedUtterance, nowMs: number): boolean {
    return this.#isHeld && (sent === 0 || this.#begins || playTime(this.#watch, nowMs) >= this.#head.end());
  }

  /** The scheduler time from which the next audio is sent. */
  #dueAt(): number {
    return schedulerTime(this.#watch, this.#head.end() - this.#limits.leadMs);
  }

  #sendAudio(first: QueuedUtterance, nowMs: number): PlayoutCommand {
    const { utterance, sampleRate } = first;
    const samples = first.take(Math.max(1, samplesOfMs(this.#limits.frameMs, sampleRate)));
    const atMs = playTime(this.#watch, nowMs);
    this.#head.removePlayed(atMs);
    this.#head.append(utterance, samples.length, sampleRate, atMs);
    this.#begins = false;
    const frame: AudioFrame = { samples, sampleRate };
    return { kind: 'audio', utterance, frame };
  }

  #sendEnd({ utterance, sent: samples }: QueuedUtterance): PlayoutCommand {
    this.#queue.shift();
    this.#sent.push(utterance);
    if (this.#sent.length > MAX_SENT) this.#sent.shift();
    return { kind: 'end', utterance, samples };
  }
}

function sendStart(first: QueuedUtterance): PlayoutCommand {
  first.isStarted = true;
  return { kind: 'start', utterance: first.utterance, sampleRate: first.sampleRate };
}
