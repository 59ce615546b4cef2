import type { TimestampProvider } from 'rxjs';
import type { Metric, PreemptiveMetric } from '../../core/metric.ts';
import type { PlayoutEvent } from '../../core/playout.ts';
import { textSent } from '../../core/spokenText.ts';
import type { SpeechEvent, TurnEvent } from '../../core/turn.ts';
import { dropOldest } from '../../stream/dropOldest.ts';
import type { UsageMeter } from '../usage/usageMeter.ts';
import type { ArrivalTimes } from './arrivalTimes.ts';
import type { MetricEvent } from './metricEvent.ts';
import { FunctionSilence } from './functionSilence.ts';
import { PendingAnswer, type ChunkProgress } from './pendingAnswer.ts';
import { addPreemptive, type PreemptiveEvent } from './preemptive.ts';
import { UserTimes } from './userTimes.ts';
import type { UserWait } from './wait.ts';

export interface MeasurementOptions {
  readonly clock: TimestampProvider;
  /** Arrival times of the input of the VAD. */
  readonly arrivals: Pick<ArrivalTimes, 'at'>;
  readonly usage: UsageMeter;
  /** Minimum time between the last voiced sample and the end of a turn, in ms. Read at each commit. */
  readonly minEndpointingDelayMs: () => number;
}

/**
 * Maximum number of committed turns that are kept: turns without an answer, as in a session that only transcribes,
 * would add up.
 */
const MAX_COMMITTED = 32;

/**
 * The measurement of a session's usage, and of the user's wait for each answer, in parts. Returns one metric for each
 * turn for which the handler was called: when the answer has been heard and completely generated, so that its tokens
 * are known, or when it will not be heard.
 *
 * Within an instant, an event must come before the decisions that it causes. All windows and frames pass through here,
 * so each event goes only to the parts that need it.
 */
export class Measurement {
  readonly #options: MeasurementOptions;
  readonly #usage: UsageMeter;
  readonly #user: UserTimes;
  readonly #silence: FunctionSilence;
  /** The user's part of the wait for turns for which the handler has not been called. */
  readonly #committed = new Map<number, UserWait>();
  #answer: PendingAnswer | null = null;
  /** True once the answer is complete, and its metric waits for calls in the background. */
  #isComplete = false;
  /** The work done ahead since the latest answer began. */
  #preemptive: PreemptiveMetric | null = null;

  constructor(options: MeasurementOptions) {
    this.#options = options;
    this.#usage = options.usage;
    this.#user = new UserTimes(options.clock, options.arrivals);
    this.#silence = new FunctionSilence(options.clock);
  }

  /** Adds an event. Returns the metric that it completes, if any. */
  add(event: MetricEvent): Metric | null {
    switch (event.kind) {
      case 'started':
      case 'window':
      case 'ended':
        this.#addVoice(event);
        return null;
      case 'final':
        this.#user.addWords(event.segment);
        return null;
      case 'settled':
        this.#usage.firstBytes.settle(event);
        this.#user.addWords(event.segment);
        return null;
      case 'endpoint':
        this.#user.endpointAt = this.#options.clock.now();
        return null;
      case 'commit':
        this.#addCommit(event);
        return null;
      case 'reply':
        return this.#addReply(event.event);
      case 'speech':
        return this.#addSpeech(event.event);
      case 'turn':
      case 'commit_done':
        return null;
      default:
        return this.#addFurther(event);
    }
  }

  #addVoice(event: Extract<MetricEvent, { readonly kind: 'started' | 'window' | 'ended' }>): void {
    if (event.kind === 'ended') {
      this.#silence.setUserSpeaking(false);
      this.#usage.firstBytes.endSegment(event.segment);
    } else this.#usage.addAudio(event.audio);
    if (event.kind === 'started') this.#silence.setUserSpeaking(true);
    this.#user.addVoice(event);
  }

  #addCommit({ turn, from }: Extract<MetricEvent, { readonly kind: 'commit' }>): void {
    this.#committed.set(turn.turn, this.#user.waitOf(from, this.#options.minEndpointingDelayMs()));
    dropOldest(this.#committed, MAX_COMMITTED);
  }

  /** Adds an event of a reply. A custom stage may emit `started` without reporting `called`. */
  #addReply(event: TurnEvent): Metric | null {
    if (event.kind === 'ended') this.#usage.tokens.end(event.turn, event.reason);
    const user = event.kind === 'started' ? this.#committed.get(event.turn) : undefined;
    if (user !== undefined) return this.#begin(event.turn, user);
    return this.#completeIf(this.#answer?.addReply(event));
  }

  #addSpeech(event: SpeechEvent): Metric | null {
    if (event.kind === 'text') this.#usage.addSent(textSent(event));
    if (event.kind === 'audio') this.#silence.addAudio(event.frame);
    this.#usage.firstBytes.addSpeech(event);
    return this.#completeIf(this.#answer?.addSpeech(event));
  }

  #addPlayout(event: PlayoutEvent): Metric | null {
    this.#silence.addPlayout(event);
    if (event.kind === 'stopped') this.#usage.addHeard(event.heard);
    return this.#completeIf(this.#answer?.addPlayout(event));
  }

  #addFurther(event: MetricEvent): Metric | null {
    switch (event.kind) {
      case 'playout':
        return this.#addPlayout(event.event);
      case 'calls':
        this.#silence.addCalls(event.calls);
        return null;
      case 'results':
        this.#silence.addResults(event.results);
        return this.#completeIf(this.#isComplete);
      case 'called':
      case 'chunk':
      case 'usage':
        return this.#addChunks(event);
      case 'end_reply':
        this.#usage.tokens.end(event.turn, event.reason);
        return this.#completeIf(this.#answer?.endReply(event.turn, event.reason));
      case 'finish':
        return this.#completeIf(this.#answer?.endSession());
      default:
        this.#addSeldom(event);
        return null;
    }
  }

  #addChunks(event: ChunkProgress): Metric | null {
    this.#usage.tokens.add(event);
    this.#usage.firstBytes.addChunks(event);
    const user = event.kind === 'called' && event.round === 0 ? this.#committed.get(event.turn) : undefined;
    if (user !== undefined) return this.#begin(event.turn, user);
    this.#answer?.addChunks(event);
    return null;
  }

  /** Adds events that not every session has: of answers requested ahead, and of ports that stand for several. */
  #addSeldom(event: MetricEvent): void {
    switch (event.kind) {
      case 'typed':
        this.#user.typedAt = this.#options.clock.now();
        break;
      case 'kept':
      case 'prepared':
        this.#addPreemptive(event);
        break;
      case 'apart':
        this.#usage.tokens.addApart(event.model, event.usage);
        break;
      case 'discarded':
        this.#usage.tokens.addDiscarded(event);
        this.#addPreemptive(event);
        break;
      case 'unspoken':
        this.#usage.addSent(event.text);
        if (event.filler === undefined) this.#addPreemptive(event);
        break;
      case 'served':
        this.#usage.setServing(event);
        break;
      case 'used':
        this.#usage.addUsed(event);
        break;
      default:
    }
  }

  /** Begins the wait for an answer. It replaces the pending answer and also answers all earlier turns. */
  #begin(turn: number, user: UserWait): Metric | null {
    const replaced = this.#answer;
    this.#answer = new PendingAnswer({ turn, user, preemptive: this.#preemptive, clock: this.#options.clock });
    this.#preemptive = null;
    this.#committed.delete(turn);
    if (this.#committed.size > 0) this.#dropBefore(turn);
    this.#isComplete = false;
    replaced?.giveUp();
    return replaced && this.#createMetric(replaced);
  }

  #dropBefore(turn: number): void {
    for (const committed of this.#committed.keys()) if (committed < turn) this.#committed.delete(committed);
  }

  /** Adds to the answer of its turn, or, before that has begun, to the state with which it begins. */
  #addPreemptive(event: PreemptiveEvent): void {
    if (this.#answer?.turn === event.turn) this.#answer.addPreemptive(event);
    else this.#preemptive = addPreemptive(this.#preemptive, event);
  }

  #completeIf(isDone: boolean | undefined): Metric | null {
    return isDone === true ? this.#complete() : null;
  }

  /** Ends the pending answer, when no call goes on in the background. */
  #complete(): Metric | null {
    const answer = this.#answer;
    this.#isComplete = answer !== null && this.#silence.isInBackground;
    if (answer === null || this.#isComplete) return null;
    this.#answer = null;
    return this.#createMetric(answer);
  }

  #createMetric(answer: PendingAnswer): Metric {
    const functionSilenceMs = this.#silence.take();
    return { ...answer.createMetric(), ...(functionSilenceMs !== null && { functionSilenceMs }) };
  }
}
