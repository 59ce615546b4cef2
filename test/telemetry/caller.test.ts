import * as api from '@opentelemetry/api';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findCaller } from '../../src/telemetry/findCaller.ts';
import type { CallerHeaders } from '../../src/session/telemetry.ts';
import { createTelemetry } from '../../src/telemetry/createTelemetry.ts';
import { appWith, joinSession, listening, messageContaining } from '../server/support.ts';
import { createManager } from './contextManager.ts';
import { createSpanStore, spansOf } from './traced.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';
const PARENT = `00-${TRACE}-${SPAN}-01`;

const { propagation, trace } = api;

function callerOf(headers: CallerHeaders): api.SpanContext | undefined {
  return trace.getSpanContext(findCaller(api, headers));
}

describe('the caller of a request', () => {
  test('is that of its traceparent', () => {
    expect(callerOf({ traceparent: PARENT })).toEqual({ traceId: TRACE, spanId: SPAN, traceFlags: 1, isRemote: true });
  });

  test('brings its state', () => {
    expect(callerOf({ traceparent: PARENT, tracestate: 'a=1,b=2' })?.traceState?.get('b')).toBe('2');
  });

  test('of a later version may have more fields', () => {
    expect(callerOf({ traceparent: `01-${TRACE}-${SPAN}-00-more` })?.traceFlags).toBe(0);
  });

  test.each([
    ['none', undefined],
    ['of another length', `00-${TRACE}-${SPAN}`],
    ['of upper case', PARENT.toUpperCase()],
    ['of zeros', `00-${'0'.repeat(32)}-${SPAN}-01`],
    ['of the forbidden version', `ff-${TRACE}-${SPAN}-01`],
    ['of version 0 with more fields', `${PARENT}-more`],
    ['sent twice', [PARENT, PARENT]],
  ])('is nobody for a traceparent %s', (_name, traceparent) => {
    expect(callerOf({ traceparent })).toBe(undefined);
  });

  test('is the span that is active, whatever the propagator reads', () => {
    const spanContext = { traceId: TRACE, spanId: SPAN, traceFlags: 1 };
    const extract = (context: api.Context): api.Context => trace.setSpanContext(context, spanContext);
    propagation.setGlobalPropagator({ inject: () => {}, extract, fields: () => [] });
    onTestFinished(() => propagation.disable());
    api.context.setGlobalContextManager(createManager());
    onTestFinished(() => api.context.disable());
    const span = createSpanStore().tracer.startSpan('HTTP');
    const found = api.context.with(trace.setSpan(api.ROOT_CONTEXT, span), () => callerOf({ traceparent: PARENT }));
    expect(found).toBe(span.spanContext());
  });

  test('is what the registered propagator reads', () => {
    const spanContext = { traceId: TRACE, spanId: SPAN, traceFlags: 1 };
    const propagator: api.TextMapPropagator = {
      inject: () => {},
      extract: (context, carrier) =>
        (carrier as CallerHeaders)['b3'] === 'yes' ? trace.setSpanContext(context, spanContext) : context,
      fields: () => ['b3'],
    };
    propagation.setGlobalPropagator(propagator);
    onTestFinished(() => propagation.disable());
    expect(callerOf({ b3: 'yes' })).toEqual(spanContext);
    expect(callerOf({ traceparent: PARENT })?.isRemote).toBe(true);
  });

  test('is found although the propagator throws', () => {
    const extract = (): never => {
      throw new Error('broken');
    };
    propagation.setGlobalPropagator({ inject: () => {}, extract, fields: () => [] });
    onTestFinished(() => propagation.disable());
    expect(callerOf({ traceparent: PARENT })?.traceId).toBe(TRACE);
  });
});

describe('a session of the server', () => {
  test('is part of the trace of the request that started it', async () => {
    const { tracer, spans } = createSpanStore();
    const app = await appWith({ telemetry: createTelemetry({ tracer }) });
    const at = await listening(app);
    const started = await app.inject({ method: 'POST', url: '/v1/sessions', headers: { traceparent: PARENT } });
    const client = await joinSession(started.json(), at);
    const over = messageContaining(client, 'session.ended');
    client.send(JSON.stringify({ type: 'session.end' }));
    await over;
    await app.close();
    const [session] = spansOf(spans(), 'session');
    expect(session?.parentSpanContext).toMatchObject({ traceId: TRACE, spanId: SPAN });
    expect(session?.attributes).toMatchObject({
      'gen_ai.conversation.id': started.json().session_id,
      'antiphon.end_reason': 'ended_by_client',
    });
  });

  test('has a trace of its own if the request has none', async () => {
    const { tracer, spans } = createSpanStore();
    const app = await appWith({ telemetry: createTelemetry({ tracer }) });
    const at = await listening(app);
    const started = await app.inject({ method: 'POST', url: '/v1/sessions' });
    await joinSession(started.json(), at);
    await app.close();
    const [session] = spansOf(spans(), 'session');
    expect(session?.parentSpanContext).toBe(undefined);
    expect(session?.attributes['antiphon.end_reason']).toBe('draining');
  });

  test('that nobody joins has a span that says so', async () => {
    const { tracer, spans } = createSpanStore();
    const app = await appWith({ telemetry: createTelemetry({ tracer }) });
    await app.inject({ method: 'POST', url: '/v1/sessions' });
    await app.close();
    expect(spans().map(({ name, attributes }) => `${name} ${String(attributes['antiphon.end_reason'])}`)).toEqual([
      'configure_session returned',
      'session draining',
    ]);
  });
});
