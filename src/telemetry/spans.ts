import type { Attributes, Context, Span, SpanKind, Tracer, HrTime } from '@opentelemetry/api';
import { guard } from '../stream/guard.ts';
import type { OpenTelemetryApi } from './tracing.ts';

/** Converts scheduler time to dates. */
export type DateOf = (atMs: number) => HrTime;

/** Creates the conversion in which scheduler time `atMs` is the date `unixMs`, in ms since 1970. */
export function createDateOf(unixMs: number, atMs: number): DateOf {
  const originMs = unixMs - atMs;
  return (at) => {
    const seconds = Math.floor((originMs + at) / 1000);
    const nanos = Math.round((originMs + at - seconds * 1000) * 1e6);
    return nanos < 1e9 ? [seconds, nanos] : [seconds + 1, 0];
  };
}

export interface SpansOptions {
  readonly api: OpenTelemetryApi;
  readonly tracer: Tracer;
  readonly dateOf: DateOf;
  /** Receives errors thrown by the SDK. */
  readonly failed: (cause: unknown) => void;
}

export interface SpanStart {
  readonly kind?: SpanKind | undefined;
  readonly atMs: number;
  readonly attributes: Attributes;
}

/** A span of a session. All times are scheduler time. */
export interface OpenSpan {
  /** The context that contains this span. */
  readonly context: Context;
  readonly isOpen: boolean;
  /** True if the SDK keeps this span. */
  readonly isRecording: boolean;
  /** Begins a child span, no earlier than this span. */
  begin(name: string, start: SpanStart): OpenSpan;
  rename(name: string): void;
  set(attributes: Attributes): void;
  event(name: string, attributes: Attributes, atMs: number): void;
  /** Sets the status to an error. Only the first type counts. */
  fail(errorType: string): void;
  endChildren(atMs: number): void;
  /** Ends the open children and the span. Does nothing if it has already ended. */
  end(atMs: number): void;
}

/** Begins a span in a context. */
export function beginSpan(options: SpansOptions, parent: Context, name: string, start: SpanStart): OpenSpan {
  return new TracedSpan(options, parent, name, start);
}

class TracedSpan implements OpenSpan {
  readonly context: Context;
  readonly #options: SpansOptions;
  readonly #span: Span;
  readonly #startMs: number;
  readonly #children = new Set<TracedSpan>();
  readonly #onEnd: (span: TracedSpan) => void;
  #state: 'open' | 'failed' | 'ended' = 'open';

  constructor(
    options: SpansOptions,
    parent: Context,
    name: string,
    { kind, atMs, attributes }: SpanStart,
    onEnd: (span: TracedSpan) => void = () => {},
  ) {
    const { api, tracer, dateOf } = options;
    this.#options = options;
    this.#startMs = atMs;
    this.#onEnd = onEnd;
    const given = { startTime: dateOf(atMs), attributes, ...(kind === undefined ? {} : { kind }) };
    this.#span = tracer.startSpan(name, given, parent);
    this.context = api.trace.setSpan(parent, this.#span);
  }

  get isOpen(): boolean {
    return this.#state !== 'ended';
  }

  get isRecording(): boolean {
    return this.#span.isRecording();
  }

  begin(name: string, start: SpanStart): OpenSpan {
    const atMs = Math.max(start.atMs, this.#startMs);
    const forget = (child: TracedSpan): void => void this.#children.delete(child);
    const child = new TracedSpan(this.#options, this.context, name, { ...start, atMs }, forget);
    this.#children.add(child);
    return child;
  }

  rename(name: string): void {
    this.#apply((span) => span.updateName(name));
  }

  set(attributes: Attributes): void {
    this.#apply((span) => span.setAttributes(attributes));
  }

  event(name: string, attributes: Attributes, atMs: number): void {
    this.#apply((span) => span.addEvent(name, attributes, this.#options.dateOf(atMs)));
  }

  fail(errorType: string): void {
    if (this.#state !== 'open') return;
    this.#state = 'failed';
    this.set({ 'error.type': errorType });
    this.#apply((span) => span.setStatus({ code: this.#options.api.SpanStatusCode.ERROR }));
  }

  endChildren(atMs: number): void {
    for (const child of this.#children) child.end(atMs);
  }

  end(atMs: number): void {
    if (!this.isOpen) return;
    this.endChildren(atMs);
    const date = this.#options.dateOf(Math.max(atMs, this.#startMs));
    this.#apply((span) => span.end(date));
    this.#state = 'ended';
    this.#onEnd(this);
  }

  #apply(work: (span: Span) => void): void {
    if (this.isOpen) guard(() => work(this.#span), this.#options.failed);
  }
}
