import {
  defer,
  filter,
  map,
  mergeMap,
  Observable,
  of,
  skipWhile,
  switchMap,
  takeUntil,
  timer,
  type Subscriber,
  type Subscription,
  type OperatorFunction,
  type SchedulerLike,
} from 'rxjs';
import { AntiphonError, asAntiphonError } from '../../src/core/errors.ts';
import type { ProviderProgress, SpeechToText, SttEvent, SttInput } from '../../src/core/ports.ts';
import type { RecogniserTurn, Settlement, Transcript, VadEvent } from '../../src/core/speech.ts';
import { completion } from '../../src/stream/completion.ts';
import { createSubject, operate, type Source } from '../../src/stream/operate.ts';
import { SegmentTracker } from './segmentTracker.ts';
import type { Failure, NoiseRules, TrackedResult, TrackerEvent } from './trackerEvents.ts';
import { AudioLead } from './audioLead.ts';
import { toSttInput } from './toSttInput.ts';

export interface TranscriberOptions {
  readonly stt: SpeechToText;
  readonly rules: NoiseRules;
  readonly report: (error: AntiphonError) => void;
  readonly progress: (event: ProviderProgress) => void;
  readonly foundTurn: ((turn: RecogniserTurn) => void) | undefined;
  readonly waiting: Observable<boolean>;
  readonly scheduler: SchedulerLike;
}

/** Pause before a recogniser whose whole stream failed is subscribed again, in ms. */
const RECONNECT_MS = 1000;

/**
 * Sends segments to a recogniser and emits its answers. It is a single operator because each answer adds to the user's
 * wait.
 */
export function transcribeSegments(options: TranscriberOptions): OperatorFunction<VadEvent, Transcript | Settlement> {
  return (activity) => new Observable((out) => new Transcriber(out, options).subscribeTo(activity));
}

class Transcriber {
  readonly #out: Subscriber<Transcript | Settlement>;
  readonly #options: TranscriberOptions;
  readonly #segments: SegmentTracker;
  readonly #lead: AudioLead;
  readonly #inputs: Source<SttInput> = createSubject();
  readonly #waiting: TrackerEvent[] = [];
  #isEmitting = false;
  /** The timer that turns wordless sounds into noise, and when it fires. */
  #noise: { readonly dueAt: number; readonly timer: Subscription } | null = null;
  /** The activity, the recogniser and the deadlines. */
  #running = 3;

  constructor(out: Subscriber<Transcript | Settlement>, options: TranscriberOptions) {
    this.#out = out;
    this.#options = options;
    this.#segments = new SegmentTracker(options.rules);
    this.#lead = new AudioLead(options.scheduler);
  }

  subscribeTo(activity: Observable<VadEvent>): void {
    const { stt, rules, scheduler } = this.#options;
    const sent = createSubject<VadEvent>();
    this.connect();
    const due = this.#inputs.pipe(deadlines(stt, this.#lead, scheduler));
    operate(due, this.#out, { next: (event) => this.track(event), complete: () => this.end() });
    operate(sent.pipe(toSttInput(stt.sampleRate, rules.flushAfterMs)), this.#out, this.#inputs);
    operate(this.#options.waiting, this.#out, {
      next: (isWaiting) => this.track({ kind: 'waiting', isWaiting }),
      complete: () => {},
    });
    operate(activity, this.#out, {
      next: (event) => {
        this.#lead.note(event, this.#segments.isIdle);
        this.track(event);
        sent.next(event);
      },
      complete: () => {
        this.track({ kind: 'over' });
        this.end();
        sent.complete();
      },
    });
  }

  /** Opens the recogniser's stream; it receives segments from the next one on. */
  connect(): void {
    const { stt, foundTurn } = this.#options;
    const input = this.#inputs.pipe(skipWhile(({ kind }) => kind !== 'start'));
    const answers = defer(() => stt.transcribe(input, { turns: foundTurn !== undefined }));
    operate(answers, this.#out, {
      next: (event) => this.#addAnswer(event),
      error: (error) => {
        this.track({ kind: 'lost', error });
        this.reconnect();
      },
      complete: () => this.reconnect(),
    });
  }

  #addAnswer(event: SttEvent): void {
    if (event.kind === 'served' || event.kind === 'used') this.#options.progress({ ...event, port: 'stt' });
    else this.track({ kind: 'stt', event });
  }

  /** Opens the stream again after a pause, unless no input follows. */
  reconnect(): void {
    let isOver = true;
    const pause = timer(RECONNECT_MS, this.#options.scheduler).pipe(takeUntil(completion(this.#inputs)));
    operate(pause, this.#out, {
      next: () => {
        isOver = false;
        this.connect();
      },
      complete: () => {
        if (isOver) this.end();
      },
    });
  }

  /** Emits the results of an event. Queues an event that arrives meanwhile. */
  track(event: TrackerEvent): void {
    if (this.#isEmitting) {
      this.#waiting.push(event);
      return;
    }
    this.#isEmitting = true;
    for (let next: TrackerEvent | undefined = event; next !== undefined; next = this.#waiting.shift()) {
      const results = this.#segments.update(next, this.#options.scheduler.now(), this.#lead.ms > 0);
      for (const result of results) this.#emit(result);
      if (this.#segments.isOver) this.#out.complete();
    }
    this.#isEmitting = false;
    this.#setNoiseTimer();
  }

  /** Sets the timer that turns sounds into noise, for sounds that have ended or whose words are still awaited. */
  #setNoiseTimer(): void {
    const { dueAt } = this.#segments;
    if (dueAt === (this.#noise?.dueAt ?? null)) return;
    this.#noise?.timer.unsubscribe();
    this.#noise = null;
    if (dueAt === null || dueAt === Number.POSITIVE_INFINITY || this.#out.closed) return;
    const { scheduler } = this.#options;
    const timer = scheduler.schedule(() => this.track({ kind: 'due' }), Math.max(0, dueAt - scheduler.now()));
    this.#noise = { dueAt, timer };
    this.#out.add(timer);
  }

  end(): void {
    this.#running -= 1;
    if (this.#running === 0) this.#out.complete();
  }

  #emit(result: TrackedResult): void {
    const { stt, report, foundTurn } = this.#options;
    if (result.kind === 'turn') foundTurn?.(result.turn);
    else if (result.kind === 'missing') report(createMissingFinalError(stt, result.segment));
    else if (result.kind === 'failure') report(createFailure(stt, result));
    else this.#out.next(result);
  }
}

function createFailure({ name }: SpeechToText, { error, segment }: Failure): AntiphonError {
  return asAntiphonError(error, 'provider_failed', { provider: name, segment });
}

function createMissingFinalError({ name }: SpeechToText, segment: number): AntiphonError {
  const message = `${name} sent no final in time; its latest interim replaces it`;
  return new AntiphonError('stt_timeout', message, { provider: name, segment, failure: false });
}

function createTimeoutError({ name, finalTimeoutMs }: SpeechToText, segment: number): AntiphonError {
  const message = `${name} did not answer within ${finalTimeoutMs / 1000} s`;
  return new AntiphonError('stt_timeout', message, { provider: name, segment });
}

/**
 * Emits a deadline `finalTimeoutMs` after each flush and each end, counted from the time at which the audio so far
 * would have been played.
 */
function deadlines(
  stt: SpeechToText,
  lead: AudioLead,
  scheduler: SchedulerLike,
): OperatorFunction<SttInput, TrackerEvent> {
  const wait = (ms: number): Observable<unknown> =>
    timer(ms, scheduler).pipe(switchMap((due) => (lead.ms > 0 ? wait(lead.ms) : of(due))));
  return (input) =>
    input.pipe(
      filter(({ kind }) => kind === 'flush' || kind === 'end'),
      mergeMap(({ kind, segment }) =>
        wait(stt.finalTimeoutMs + lead.ms).pipe(
          map((): TrackerEvent => {
            const createError = (): AntiphonError => createTimeoutError(stt, segment);
            return { kind: 'deadline', of: kind === 'flush' ? 'flush' : 'end', segment, createError };
          }),
        ),
      ),
    );
}
