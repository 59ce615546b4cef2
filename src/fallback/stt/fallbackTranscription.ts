import { Subscription, type Subscriber } from 'rxjs';
import { AntiphonError, asAntiphonError, isAntiphonError } from '../../core/errors.ts';
import type { SpeechToText, SttEvent, SttInput, SttWanted } from '../../core/ports.ts';
import { createFallbackWarning, type Member, type Members } from '../members.ts';
import { FallbackSegment } from './fallbackSegment.ts';
import type { StreamObserver } from './memberStream.ts';
import { MemberStreams } from './memberStreams.ts';
import { Run, type Final, type Interim } from './run.ts';
import { RunAlarms } from './runAlarms.ts';

type Recogniser = Member<SpeechToText>;

/** Maximum number of segments whose late finals are awaited. */
const MAX_LATE = 32;

/** The transcription of a session by several providers: each segment goes to one after the other until one answers. */
export class FallbackTranscription implements StreamObserver {
  readonly #members: Members<SpeechToText>;
  readonly #out: Subscriber<SttEvent>;
  readonly #streams: MemberStreams;
  /** The segments without an answer, in order. */
  readonly #segments: Map<number, FallbackSegment> = new Map();
  /** The runs that answered the latest segments. */
  readonly #answered: Map<number, Run> = new Map();
  readonly #alarms: RunAlarms;
  #served: Recogniser | null = null;
  #hasAllSpeech = false;

  constructor(members: Members<SpeechToText>, out: Subscriber<SttEvent>, wanted: SttWanted = {}) {
    this.#members = members;
    this.#out = out;
    this.#streams = new MemberStreams(this, wanted);
    this.#alarms = new RunAlarms(members.scheduler);
    out.add(new Subscription(() => this.#close()));
  }

  open(): void {
    this.#openFirst();
  }

  receive(input: SttInput): void {
    const { kind, segment } = input;
    if (kind === 'start') {
      const started = new FallbackSegment(segment);
      this.#segments.set(segment, started);
      return this.#openRun(started);
    }
    const open = this.#segments.get(segment);
    if (open === undefined) return;
    const isRequest = kind !== 'audio';
    if (kind === 'end') open.hasEnded = true;
    if (isRequest) open.pending += 1;
    if (open.hasFailed) return isRequest ? this.#answerFailed(open) : undefined;
    open.keep(input);
    if (isRequest) this.#await(open);
    for (const run of open.runs) run.send(input);
  }

  end(): void {
    this.#hasAllSpeech = true;
    for (const [segment, { pending }] of this.#segments) if (pending === 0) this.#segments.delete(segment);
    this.#completeIfDone();
  }

  event(member: Recogniser, event: SttEvent): void {
    if (event.kind === 'served' || event.kind === 'used') return;
    if (event.kind === 'report') return this.#receiveReport(member, event.error);
    const segment = this.#segments.get(event.segment);
    const run = segment?.runs.find((other) => other.member === member);
    if (segment === undefined || run === undefined) return this.#receiveLate(member, event);
    if (event.kind === 'turn') this.#findTurn(segment, run, event);
    else if (event.kind === 'failed') this.#fail(member, event.error);
    else if (run.isAnswered(event)) this.#answer(segment, run, event);
    else if (event.kind !== 'empty') this.#hold(segment, run, event);
  }

  ended(member: Recogniser, error: unknown): void {
    this.#streams.close(member);
    this.#fail(member, asAntiphonError(error, 'provider_failed', { provider: member.port.name }));
  }

  used({ port }: Recogniser, ms: number): void {
    const { name: provider, model } = port;
    this.#out.next({ kind: 'used', provider, ...(model !== undefined && { model }), seconds: ms / 1000 });
  }

  /** Passes a segment, from its last answer on, to the next provider that has not failed it. */
  #openRun(segment: FallbackSegment): void {
    if (this.#out.closed) return;
    const member = this.#findNext(segment);
    if (member === undefined || !segment.isWhole) return this.#giveUp(segment);
    const stream = this.#streams.get(member);
    const { answeredMs: skippedMs } = segment;
    const run = new Run({ member, stream, segment: segment.segment, skippedMs });
    segment.add(run);
    stream.open();
    if (run.isClosed) return;
    const kept = segment.kept;
    if (segment.pending > 0) this.#await(segment);
    run.send({ kind: 'start', segment: segment.segment });
    for (const input of kept) run.send(input);
  }

  #findNext({ tried }: FallbackSegment): Recogniser | undefined {
    return this.#members.list().find((member) => !tried.has(member));
  }

  /** Sets the deadlines of the awaited answers, and the time at which another provider is asked as well. */
  #await(segment: FallbackSegment): void {
    const { scheduler, timeoutMs } = this.#members;
    const nowMs = scheduler.now();
    const hasNext = segment.runs.length > 1 || this.#findNext(segment) !== undefined;
    for (const run of segment.runs) {
      if (run.askedMs === null) run.askedMs = nowMs;
      const { finalTimeoutMs, name: provider } = run.member.port;
      const limitMs = hasNext ? Math.min(timeoutMs, finalTimeoutMs) : finalTimeoutMs;
      this.#alarms.set(run, run.askedMs + limitMs, () => {
        const message = `${provider} did not answer within ${limitMs / 1000} s`;
        this.#fail(run.member, new AntiphonError('stt_timeout', message, { provider, segment: segment.segment }));
      });
    }
    const [only, second] = segment.runs;
    if (only === undefined || second !== undefined || this.#findNext(segment) === undefined) return;
    const hedgeMs = this.#members.hedgeMs(only.member);
    if (hedgeMs !== undefined && only.askedMs !== null)
      this.#alarms.set(segment, only.askedMs + hedgeMs, () => this.#openRun(segment));
  }

  /** Holds a transcript, and emits the text of the run so far as an interim. */
  #hold(segment: FallbackSegment, run: Run, event: Final | Interim): void {
    const { text, details } = run.hold(event);
    if (this.#members.first.interims && run === segment.runs[0] && text !== '')
      this.#out.next({ kind: 'interim', segment: segment.segment, text, ...details });
  }

  /** Passes on a turn finding of the run whose text is emitted. */
  #findTurn(segment: FallbackSegment, run: Run, event: Extract<SttEvent, { kind: 'turn' }>): void {
    if (run === segment.runs[0]) this.#out.next(run.placeTurn(event));
  }

  /** Emits the answer of a run, with the finals before it, and cancels the others. */
  #answer(segment: FallbackSegment, run: Run, event: Exclude<SttEvent, { kind: 'served' | 'used' | 'report' }>): void {
    const nowMs = this.#members.scheduler.now();
    for (const other of segment.runs) {
      if (other.askedMs !== null) other.member.memory.addLatency(nowMs - other.askedMs, other === run);
      this.#alarms.clear(other);
    }
    this.#alarms.clear(segment);
    segment.select(run);
    const finals = run.answer();
    run.member.memory.succeed();
    const isEnd = segment.dropAnswered();
    if (isEnd) this.#settle(segment, run);
    else if (segment.pending > 0) this.#await(segment);
    this.#serve(run.member);
    for (const final of finals) this.#out.next(final);
    this.#out.next(event.kind === 'final' ? run.place(event) : event);
    this.#closeIdle(run.member);
    this.#completeIfDone();
  }

  #settle({ segment }: FallbackSegment, run: Run): void {
    this.#segments.delete(segment);
    this.#answered.set(segment, run);
    const oldest = this.#answered.keys().next();
    if (this.#answered.size > MAX_LATE && oldest.done !== true) this.#answered.delete(oldest.value);
  }

  /** Passes on a late final of the provider that has answered the segment. */
  #receiveLate(member: Recogniser, event: Final | Interim | Exclude<SttEvent, Final | Interim>): void {
    if (event.kind !== 'final' || this.#segments.has(event.segment)) return;
    const run = this.#answered.get(event.segment);
    if (run?.member === member) this.#out.next(run.place(event));
  }

  #receiveReport(member: Recogniser, error: unknown): void {
    const isWarning = isAntiphonError(error) && error.details.failure === false;
    if (isWarning) this.#out.next({ kind: 'report', error });
    else this.#fail(member, error);
  }

  /** Takes every segment from a failed provider, and passes it to the next one. */
  #fail(member: Recogniser, error: unknown): void {
    member.memory.fail();
    const affected = [...this.#segments.values()].flatMap((segment) => {
      const run = segment.runs.find((other) => other.member === member);
      return run === undefined ? [] : [{ segment, run }];
    });
    this.#report(member, error, affected[0]?.segment);
    for (const { segment, run } of affected) {
      this.#alarms.clear(run);
      segment.error = error;
      segment.remove(run);
    }
    for (const { segment } of affected)
      if (segment.runs.length === 0 && this.#segments.get(segment.segment) === segment) this.#openRun(segment);
      else if (segment.pending > 0) this.#await(segment);
    this.#openFirst(member);
  }

  #report(member: Recogniser, error: unknown, segment: FallbackSegment | undefined): void {
    const next =
      segment === undefined
        ? this.#members.list().find((other) => this.#members.isReady(other))
        : (segment.runs.find((run) => run.member !== member)?.member ?? this.#findNext(segment));
    if (next !== undefined)
      this.#out.next({ kind: 'report', error: createFallbackWarning(member.port, next.port, error, segment?.segment) });
    else if (segment === undefined || segment.pending === 0) this.#out.next({ kind: 'report', error });
  }

  /** Gives up a segment for which no provider is left: it fails as soon as its text is requested. */
  #giveUp(segment: FallbackSegment): void {
    if (segment.runs.length > 0) return;
    segment.hasFailed = true;
    this.#alarms.clear(segment);
    while (segment.pending > 0) this.#answerFailed(segment);
  }

  #answerFailed(segment: FallbackSegment): void {
    const { segment: number, error, hasEnded } = segment;
    segment.pending -= 1;
    if (hasEnded && segment.pending === 0) this.#segments.delete(number);
    const { text, details } = segment.takeLost();
    if (text !== '')
      this.#out.next({ kind: 'final', segment: number, text, ...details, last: false, provisional: true });
    this.#out.next({ kind: 'failed', segment: number, error });
    this.#completeIfDone();
  }

  #serve(member: Recogniser): void {
    if (this.#served === member) return;
    this.#served = member;
    const { name: provider, model } = member.port;
    this.#out.next({ kind: 'served', provider, ...(model !== undefined && { model }) });
  }

  /** Connects the provider that is asked first, unless it has failed lately or just now. */
  #openFirst(failed?: Recogniser): void {
    const [first] = this.#members.list();
    if (first === undefined || first === failed || !this.#members.isReady(first) || this.#out.closed) return;
    this.#streams.get(first).open();
  }

  /**
   * Closes the connections that are not needed while `serving` answers. Hedging needs those of all providers that have
   * not failed lately.
   */
  #closeIdle(serving: Recogniser): void {
    const busy = [...this.#segments.values()].flatMap(({ runs }) => runs.map(({ member }) => member));
    const ready = this.#members.hedges ? this.#members.all.filter((member) => this.#members.isReady(member)) : [];
    this.#streams.closeAllExcept(new Set([serving, ...busy, ...ready]));
  }

  #completeIfDone(): void {
    if (this.#hasAllSpeech && this.#segments.size === 0) this.#out.complete();
  }

  #close(): void {
    this.#alarms.close();
    this.#streams.closeAllExcept(new Set());
  }
}
