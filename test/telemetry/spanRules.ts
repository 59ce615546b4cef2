import { diag, DiagLogLevel } from '@opentelemetry/api';
import { BasicTracerProvider, type ReadableSpan, type SpanProcessor } from '@opentelemetry/sdk-trace-base';
import { entriesOf, type Recording } from '../properties/recording.ts';
import { areFirst } from '../properties/rules/replies.ts';
import { createTelemetry } from '../../src/telemetry/createTelemetry.ts';
import type { SessionTelemetry } from '../../src/session/telemetry.ts';
import { spansOf, toMs } from './traced.ts';

/** An SDK that counts, and keeps what it says of misuse, such as a span that ends twice or before it starts. */
export interface StrictSdk {
  readonly telemetry: SessionTelemetry;
  readonly ended: readonly ReadableSpan[];
  readonly misuse: readonly string[];
  /** The names of the spans that are open. */
  open(): readonly string[];
}

export function createStrictSdk(): StrictSdk {
  const open = new Set<ReadableSpan>();
  const ended: ReadableSpan[] = [];
  const misuse: string[] = [];
  const complain = (message: string): void => void misuse.push(message);
  const ignore = (): void => {};
  const logger = { error: complain, warn: complain, info: ignore, debug: ignore, verbose: ignore };
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  const processor: SpanProcessor = {
    onStart: (span) => void open.add(span),
    onEnd: (span) => {
      if (!open.delete(span)) misuse.push(`${span.name} ended, and was not open`);
      ended.push(span);
    },
    forceFlush: async () => {},
    shutdown: async () => {},
  };
  const tracer = new BasicTracerProvider({ spanProcessors: [processor] }).getTracer('test');
  const telemetry = createTelemetry({ tracer, now: () => 1_700_000_000_000, content: true });
  return { telemetry, ended, misuse, open: () => Array.from(open, ({ name }) => name) };
}

/** Lists what is wrong with the trace of a session that has ended. */
export function findSpanFaults({ ended, misuse, open }: StrictSdk, played: Recording): readonly string[] {
  return [
    ...misuse,
    ...open().map((name) => `${name} is open`),
    ...findTreeFaults(ended),
    ...findUntold(ended, played),
    ...entriesOf(played, 'error').flatMap(({ value }) =>
      value.code === 'telemetry_failed' ? [String(value.cause)] : [],
    ),
  ];
}

function findTreeFaults(ended: readonly ReadableSpan[]): readonly string[] {
  const byId = new Map(ended.map((span) => [span.spanContext().spanId, span]));
  const roots = ended.filter(({ parentSpanContext }) => parentSpanContext === undefined);
  const traces = new Set(ended.map((span) => span.spanContext().traceId));
  return [
    ...(roots.length === 1 && roots[0]?.name === 'session' ? [] : [`${roots.length} roots`]),
    ...(traces.size === 1 ? [] : [`${traces.size} traces`]),
    ...ended.flatMap((span) => {
      if (span.parentSpanContext === undefined) return [];
      const parent = byId.get(span.parentSpanContext.spanId);
      return parent === undefined || !isWithin(span, parent)
        ? [`${draw(span)} is not within ${parent && draw(parent)}`]
        : [];
    }),
  ];
}

function isWithin(span: ReadableSpan, parent: ReadableSpan): boolean {
  return toMs(parent.startTime) <= toMs(span.startTime) && toMs(span.endTime) <= toMs(parent.endTime);
}

function draw({ name, startTime, endTime }: ReadableSpan): string {
  return `${name} ${toMs(startTime)}-${toMs(endTime)}`;
}

/** Lists what the session has told and the trace has not. */
function findUntold(ended: readonly ReadableSpan[], played: Recording): readonly string[] {
  const turns = ended.filter(({ attributes }) => attributes['antiphon.turn'] !== undefined);
  const findTurns = (turn: number) => turns.filter(({ attributes }) => attributes['antiphon.turn'] === turn);
  const turnsOf = entriesOf(played, 'reply').flatMap(({ value }) => (value.kind === 'started' ? [value.turn] : []));
  const results = entriesOf(played, 'functionResults')
    .filter(areFirst)
    .flatMap(({ value }) => value.results);
  const stopped = entriesOf(played, 'playout').filter(({ value }) => value.kind === 'stopped');
  const segments = entriesOf(played, 'activity').filter(({ value }) => value.kind === 'started');
  return [
    ...turnsOf.filter((turn) => findTurns(turn).length !== 1).map((turn) => `turn ${turn} has not one span`),
    ...entriesOf(played, 'metrics')
      .filter(({ value }) => findTurns(value.turn)[0]?.attributes['antiphon.latency.total_ms'] !== value.totalMs)
      .map(({ value }) => `turn ${value.turn} lacks its metrics`),
    ...countFault('execute_tool', spansOf(ended, 'execute_tool').length, results.length),
    ...countFault('playout', spansOf(ended, 'playout').length, stopped.length),
    ...countFault('speech_to_text', spansOf(ended, 'speech_to_text').length, segments.length),
  ];
}

function countFault(name: string, spans: number, expected: number): readonly string[] {
  return spans === expected ? [] : [`${spans} spans ${name}, expected ${expected}`];
}
