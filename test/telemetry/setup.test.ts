import { context, trace, type Tracer } from '@opentelemetry/api';
import { AlwaysOffSampler, BasicTracerProvider } from '@opentelemetry/sdk-trace-base';
import { delay, firstValueFrom, of } from 'rxjs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { AntiphonError } from '../../src/core/errors.ts';
import type { SessionConfig } from '../../src/session/config/config.ts';
import type { Session } from '../../src/session/session.ts';
import { createManager } from './contextManager.ts';
import {
  attributesOf,
  createSpanProvider,
  drawSpans,
  spansOf,
  startTracedSession,
  type ConfiguredTrace,
} from './traced.ts';

const CONFIG: SessionConfig = {
  initial_messages: [],
  vad: { provider: 'silero' },
  stt: { provider: 'deepgram', api_key: 'none' },
  tts: { provider: 'deepgram', api_key: 'none' },
  session_data: {},
};

async function end({ clock, started }: ConfiguredTrace): Promise<void> {
  const session = (await started) as Session;
  session.close('ended_by_api');
  await clock.run(20_000);
}

describe('configure_session', () => {
  test('has a span in the trace of its session, which begins with it', async () => {
    const traced = startTracedSession((clock) => firstValueFrom(of(CONFIG).pipe(delay(300, clock))));
    await traced.clock.run(1000);
    await end(traced);
    const { spans } = traced;
    expect(drawSpans(spans())).toEqual([
      expect.stringMatching(/^session 0-\d+ \*started$/u),
      '  configure_session 0-300',
    ]);
    expect(attributesOf(spans(), 'configure_session')).toEqual({ 'antiphon.end_reason': 'returned' });
    expect(attributesOf(spans(), 'session')).toMatchObject({
      'gen_ai.conversation.id': 'ses_test',
      'antiphon.end_reason': 'ended_by_api',
    });
  });

  test.each([
    ['throws', () => Promise.reject(new RangeError('no such guest')), 'config_failed', 'failed', 'RangeError'],
    ['takes too long', () => new Promise<never>(() => {}), 'config_timeout', 'timeout', 'config_timeout'],
    ['returns what is no config', () => ({}) as never, 'config_invalid', 'returned', undefined],
  ])('that %s is an error of its trace', async (_what, configure, code, reason, type) => {
    const { clock, spans, started } = startTracedSession(configure);
    await clock.run(60_000);
    expect(await started).toMatchObject({ code });
    expect(attributesOf(spans(), 'session')).toMatchObject({ 'antiphon.end_reason': code, 'error.type': code });
    const { 'antiphon.end_reason': outcome, 'error.type': found } = attributesOf(spans(), 'configure_session');
    expect([outcome, found]).toEqual([reason, type]);
  });

  test('that registers the SDK has no span, and its session has one', async () => {
    const { provider, spans } = createSpanProvider();
    onTestFinished(() => trace.disable());
    const configure = async (): Promise<SessionConfig> => {
      trace.setGlobalTracerProvider(provider);
      return CONFIG;
    };
    const traced = startTracedSession(configure, { tracer: trace.getTracer('test') });
    await end(traced);
    expect(spans().map(({ name }) => name)).toEqual(['session']);
  });

  test('whose caller leaves is cancelled, which is no error', async () => {
    const leaving = new AbortController();
    const { started, spans } = startTracedSession(() => new Promise<never>(() => {}), { signal: leaving.signal });
    leaving.abort();
    expect(await started).toBeInstanceOf(AntiphonError);
    expect(spans().map(({ attributes, status }) => [attributes['antiphon.end_reason'], status.code])).toEqual([
      ['cancelled', 0],
      ['cancelled', 0],
    ]);
  });

  test('runs within its span, also after it has waited', async () => {
    context.setGlobalContextManager(createManager());
    onTestFinished(() => context.disable());
    const ids: (string | undefined)[] = [];
    const note = (): unknown => ids.push(trace.getActiveSpan()?.spanContext().spanId);
    const traced = startTracedSession(async () => {
      note();
      await Promise.resolve();
      note();
      return CONFIG;
    });
    await end(traced);
    const [id] = spansOf(traced.spans(), 'configure_session').map((span) => span.spanContext().spanId);
    expect(id).toMatch(/^[\da-f]{16}$/u);
    expect(ids).toEqual([id, id]);
  });

  test('of a session that is not sampled runs within the context of the session', async () => {
    context.setGlobalContextManager(createManager());
    onTestFinished(() => context.disable());
    const tracer = new BasicTracerProvider({ sampler: new AlwaysOffSampler() }).getTracer('test');
    let flags: number | undefined;
    const traced = startTracedSession(
      () => {
        flags = trace.getActiveSpan()?.spanContext().traceFlags;
        return CONFIG;
      },
      { tracer },
    );
    await end(traced);
    expect(flags).toBe(0);
  });
});

describe('a session that is configured', () => {
  test('starts without an SDK, and has no span', async () => {
    let active: unknown = 'not called';
    const tracer = trace.getTracer('none');
    const traced = startTracedSession(
      () => {
        active = trace.getActiveSpan();
        return CONFIG;
      },
      { tracer },
    );
    await end(traced);
    expect(active).toBe(undefined);
  });

  test.each(['startSpan', 'end'])('starts with an SDK that throws in %s, which is reported once', async (method) => {
    const traced = startTracedSession(() => CONFIG, { tracer: createBrokenTracer(method) });
    await end(traced);
    expect(traced.codes).toEqual(['telemetry_failed']);
  });
});

function createBrokenTracer(method: string): Tracer {
  const real = new BasicTracerProvider().getTracer('test');
  const fail = (): never => {
    throw new Error('the SDK is broken');
  };
  if (method === 'startSpan') return { ...real, startSpan: fail };
  return {
    startSpan: (...args: Parameters<Tracer['startSpan']>) => Object.assign(real.startSpan(...args), { [method]: fail }),
  } as never;
}
