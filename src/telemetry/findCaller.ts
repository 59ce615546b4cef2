import type { Context, SpanContext } from '@opentelemetry/api';
import type { CallerHeaders } from '../session/telemetry.ts';
import type { OpenTelemetryApi } from './loadApi.ts';

/**
 * Finds the context of the caller of an HTTP request: the active span, which an instrumentation of HTTP has made; else what the
 * registered propagator reads; else the header `traceparent`. A header that is not valid is ignored, as the W3C has it.
 */
export function findCaller(api: OpenTelemetryApi, headers: CallerHeaders): Context {
  const { context, propagation, trace } = api;
  const active = context.active();
  if (isKnown(api, active)) return active;
  try {
    const extracted = propagation.extract(active, headers);
    if (isKnown(api, extracted)) return extracted;
  } catch {
    // The propagator is not ours, and the headers are anybody's.
  }
  const parent = parseTraceparent(api, headers);
  return parent === undefined ? active : trace.setSpanContext(active, parent);
}

function isKnown({ trace }: OpenTelemetryApi, context: Context): boolean {
  const found = trace.getSpanContext(context);
  return found !== undefined && trace.isSpanContextValid(found);
}

/** Version, trace, parent, flags; later versions may have more fields. https://www.w3.org/TR/trace-context/#traceparent-header */
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
