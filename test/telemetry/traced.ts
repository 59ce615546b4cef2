import { SpanStatusCode, type HrTime, type Tracer } from '@opentelemetry/api';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace-base';
import { createTelemetry, type TelemetryOptions } from '../../src/telemetry/createTelemetry.ts';
import type { AntiphonError } from '../../src/core/errors.ts';
import { createTransportDouble } from '../../src/playback/transportDouble.ts';
import type { Agent } from '../../src/session/agent.ts';
import type { Session } from '../../src/session/session.ts';
import { startSession } from '../../src/session/opening/startSession.ts';
import { createLlmDouble } from '../../src/testing/doubles/llm.ts';
import { createSttDouble } from '../../src/testing/doubles/stt.ts';
import { createTtsDouble } from '../../src/testing/doubles/tts.ts';
import { createVadDouble } from '../../src/testing/doubles/vad.ts';
import { VirtualClock } from '../../src/time/virtualClock.ts';
import { createTestSession, type TestSession, type TestSessionOptions } from '../support/testSession.ts';

/** An SDK that keeps its spans. */
export interface SpanStore {
  readonly tracer: Tracer;
  /** The ended spans, in the order of their ends. */
  readonly spans: () => readonly ReadableSpan[];
}

export function createSpanStore(): SpanStore {
  const { provider, spans } = createSpanProvider();
  return { tracer: provider.getTracer('test'), spans };
}

export function createSpanProvider(): Pick<SpanStore, 'spans'> & { readonly provider: BasicTracerProvider } {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  return { provider, spans: () => exporter.getFinishedSpans() };
}

/** A session that is traced, in virtual time: scheduler time 0 is 1970. */
export interface TracedTestSession extends TestSession {
  readonly spans: () => readonly ReadableSpan[];
}

export function createTracedSession(options: TestSessionOptions = {}, how: TelemetryOptions = {}): TracedTestSession {
  const { tracer, spans } = createSpanStore();
  const telemetry = createTelemetry({ tracer, now: () => 0, ...how });
  return { ...createTestSession({ ...options, options: { ...options.options, telemetry } }), spans };
}

/** A session that a `configure_session` configures, in virtual time. */
export interface ConfiguredTrace {
  readonly clock: VirtualClock;
  readonly spans: () => readonly ReadableSpan[];
  /** The session, or why there is none. */
  readonly started: Promise<Session | AntiphonError>;
  /** The codes on its `errors$`. */
  readonly codes: readonly string[];
}

export function startTracedSession(
  configure: (clock: VirtualClock) => ReturnType<Agent['configure_session']>,
  { how, signal, tracer }: { how?: TelemetryOptions; signal?: AbortSignal; tracer?: Tracer } = {},
): ConfiguredTrace {
  const store = createSpanStore();
  const clock = new VirtualClock();
  const telemetry = createTelemetry({ tracer: tracer ?? store.tracer, now: () => 0, ...how });
  const ports = { vad: createVadDouble(), stt: createSttDouble({ says: [] }), tts: createTtsDouble() };
  const agent: Agent = { configure_session: () => configure(clock), llm_response_handler: createLlmDouble([]) };
  const io = createTransportDouble({ scheduler: clock });
  const codes: string[] = [];
  const prepare = ({ errors$ }: Session): unknown => errors$.subscribe(({ code }) => codes.push(code));
  const options = { scheduler: clock, ports, telemetry, signal, id: 'ses_test', prepare };
  const started = startSession(agent, io, options).catch((error: unknown) => error as AntiphonError);
  return { clock, spans: store.spans, started, codes };
}

/** Draws spans as a tree: `name from-to`, in ms, with the status of errors and the names of events. */
export function drawSpans(spans: readonly ReadableSpan[]): readonly string[] {
  const below = (parent: string | undefined): readonly ReadableSpan[] =>
    spans.filter(({ parentSpanContext }) => parentSpanContext?.spanId === parent).toSorted(compareSpans);
  const draw = (span: ReadableSpan, depth: number): readonly string[] => [
    `${'  '.repeat(depth)}${describe(span)}`,
    ...below(span.spanContext().spanId).flatMap((child) => draw(child, depth + 1)),
  ];
  return below(undefined).flatMap((root) => draw(root, 0));
}

function compareSpans(a: ReadableSpan, b: ReadableSpan): number {
  const byStart = toMs(a.startTime) - toMs(b.startTime);
  const byEnd = toMs(a.endTime) - toMs(b.endTime);
  return byStart || byEnd || a.name.localeCompare(b.name);
}

function describe({ name, startTime, endTime, status, attributes, events }: ReadableSpan): string {
  const failed = status.code === SpanStatusCode.ERROR ? ` !${String(attributes['error.type'])}` : '';
  const told = events.map((event) => ` *${event.name}`).join('');
  return `${name} ${toMs(startTime)}-${toMs(endTime)}${failed}${told}`;
}

export function toMs([seconds, nanos]: HrTime): number {
  return Math.round(seconds * 1000 + nanos / 1e6);
}

/** Finds the spans whose names begin so. */
export function spansOf(spans: readonly ReadableSpan[], name: string): readonly ReadableSpan[] {
  return spans.filter((span) => span.name === name || span.name.startsWith(`${name} `));
}

/** The attributes of the only span whose name begins so. */
export function attributesOf(spans: readonly ReadableSpan[], name: string): ReadableSpan['attributes'] {
  const [span, ...others] = spansOf(spans, name);
  if (span === undefined || others.length > 0) throw new Error(`expected one span ${name}, got ${others.length + 1}`);
  return span.attributes;
}
