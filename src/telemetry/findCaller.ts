import type { Context, SpanContext } from '@opentelemetry/api';
import type { CallerHeaders } from '../session/telemetry.ts';
import type { OpenTelemetryApi } from './tracing.ts';

/**
 * Finds the context of an HTTP request's caller: the active span, created by HTTP instrumentation; otherwise the
 * context that the registered propagator extracts; otherwise the `traceparent` header. Ignores an invalid header, as
 * the W3C specifies.
 */
export function findCaller(api: OpenTelemetryApi, headers: CallerHeaders): Context {
  const { context, propagation, trace } = api;
  const active = context.active();
  if (isKnown(api, active)) return active;
  try {
    const extracted = propagation.extract(active, headers);
    if (isKnown(api, extracted)) return extracted;
  } catch {
    // The propagator is third-party code, and anyone may have sent the headers.
  }
  const parent = parseTraceparent(api, headers);
  return parent === undefined ? active : trace.setSpanContext(active, parent);
}

function isKnown({ trace }: OpenTelemetryApi, context: Context): boolean {
  const found = trace.getSpanContext(context);
  return found !== undefined && trace.isSpanContextValid(found);
}

/**
 * Version, trace, parent and flags. Later versions may have more fields.
 * https://www.w3.org/TR/trace-context/#traceparent-header
 */
const TRACEPARENT = /^(?!ff)([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/u;

function parseTraceparent(
  { createTraceState, isSpanContextValid }: OpenTelemetryApi,
  { traceparent, tracestate }: CallerHeaders,
): SpanContext | undefined {
  const [, version, traceId, spanId, flags, more] = TRACEPARENT.exec(textOf(traceparent) ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  if (version === '00' && more !== undefined) return undefined;
  const state = textOf(tracestate);
  const parent: SpanContext = {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16) & 1,
    isRemote: true,
    ...(state === undefined ? {} : { traceState: createTraceState(state) }),
  };
  return isSpanContextValid(parent) ? parent : undefined;
}

function textOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(',') : header;
}
