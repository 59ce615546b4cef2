import type { Attributes } from '@opentelemetry/api';
import type { Settlement } from '../core/speech.ts';
import type { MetricEvent } from '../session/metrics/metricEvent.ts';
import { describeOperation, describeProvider, nameSpan, type SpeechProvider } from './attributes.ts';
import type { OpenSpan, SpanStart } from './spans.ts';

interface Segment {
  readonly number: number;
  readonly startMs: number;
  /** The time at which the VAD ended it. */
  endedMs?: number;
  voicedMs: number;
  settled?: { readonly by: Settlement['by']; readonly atMs: number; readonly stt: SpeechProvider };
  /** The span, once its turn is known. */
  span?: OpenSpan;
}

/** Maximum number of segments kept without a turn. Older ones are placed under the session. */
const MAX_LOOSE = 32;

const OPERATION = 'speech_to_text';

/** Error types by the reason why a segment's recognition ended. */
const FAILED: Partial<Record<Settlement['by'], string>> = { failed: 'provider_failed', timeout: 'stt_timeout' };

/** The spans of speech recognition, one per segment of the user's speech. */
export class Segments {
  /** The provider of segments that are settled now. */
  #stt: SpeechProvider;
  readonly #kind: SpanStart['kind'];
  readonly #session: OpenSpan;
  readonly #known = new Map<number, Segment>();

  constructor(stt: SpeechProvider, kind: SpanStart['kind'], session: OpenSpan) {
    this.#stt = stt;
    this.#kind = kind;
    this.#session = session;
  }

  apply(event: MetricEvent, nowMs: number): void {
    if (event.kind === 'started')
      return this.#add({ number: event.segment, startMs: nowMs, voicedMs: event.voicedMs }, nowMs);
    const segment = 'segment' in event ? this.#known.get(event.segment) : undefined;
    if (segment === undefined) return;
    if (event.kind === 'window' || event.kind === 'ended') segment.voicedMs = event.voicedMs;
    if (event.kind === 'ended') segment.endedMs = nowMs;
    if (event.kind !== 'settled') return;
    segment.settled = { by: event.by, atMs: nowMs, stt: this.#stt };
    if (segment.span !== undefined) this.#finish(segment, segment.span, nowMs);
  }

  /** Sets the provider of segments settled from now on. */
  serve(stt: SpeechProvider): void {
    this.#stt = stt;
  }

  /** Returns when the first of these segments began, or undefined if none is known. */
  startOf(numbers: readonly number[]): number | undefined {
    const starts = numbers.flatMap((number) => this.#known.get(number)?.startMs ?? []);
    return starts.length === 0 ? undefined : Math.min(...starts);
  }

  /** Places these segments under the span of their turn. */
  attach(numbers: readonly number[], turn: OpenSpan): void {
    for (const number of numbers) {
      const segment = this.#known.get(number);
      if (segment === undefined || segment.span !== undefined) continue;
      const span = this.#begin(segment, turn);
      if (segment.settled !== undefined) this.#finish(segment, span, segment.settled.atMs);
    }
  }

  /** Places the segments that did not become a turn under the session, and ends all segments. */
  end(nowMs: number): void {
    for (const segment of this.#known.values()) this.#endLoose(segment, nowMs);
  }

  #add(segment: Segment, nowMs: number): void {
    this.#known.set(segment.number, segment);
    const loose = [...this.#known.values()].filter(({ span }) => span === undefined);
    const [oldest] = loose.slice(0, -MAX_LOOSE);
    if (oldest !== undefined) this.#endLoose(oldest, nowMs);
  }

  #endLoose(segment: Segment, nowMs: number): void {
    const span = segment.span ?? this.#begin(segment, this.#session);
    this.#finish(segment, span, segment.settled?.atMs ?? nowMs);
  }

  #begin(segment: Segment, parent: OpenSpan): OpenSpan {
    const attributes = {
      ...describeOperation(OPERATION, this.#stt),
      'gen_ai.output.type': 'text',
      'antiphon.segment': segment.number,
    };
    const start = { kind: this.#kind, atMs: segment.startMs, attributes };
    segment.span = parent.begin(nameSpan(OPERATION, this.#stt.model), start);
    return segment.span;
  }

  #finish(segment: Segment, span: OpenSpan, atMs: number): void {
    this.#known.delete(segment.number);
    span.set({ ...describeSegment(segment), ...(segment.settled && describeProvider(segment.settled.stt)) });
    const failure = segment.settled && FAILED[segment.settled.by];
    if (failure !== undefined) span.fail(failure);
    span.end(atMs);
  }
}

function describeSegment({ voicedMs, endedMs, settled }: Segment): Attributes {
  const waitMs = settled === undefined || endedMs === undefined ? undefined : Math.max(0, settled.atMs - endedMs);
  return {
    'antiphon.stt.voiced_ms': Math.round(voicedMs),
    ...(settled === undefined ? {} : { 'antiphon.stt.settled_by': settled.by }),
    ...(waitMs === undefined ? {} : { 'antiphon.stt.wait_ms': Math.round(waitMs) }),
  };
}
