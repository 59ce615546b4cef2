import { diag, trace, type Tracer } from '@opentelemetry/api';
import {
  AlwaysOffSampler,
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createTelemetry } from '../../src/telemetry/createTelemetry.ts';
import { loadApi } from '../../src/telemetry/tracing.ts';
import { driverOf } from '../../src/session/telemetry.ts';
import { createTestSession, type TestSession, type TestSessionOptions } from '../support/testSession.ts';

const PLAYED: TestSessionOptions = {
  user: [{ kind: 'says', voice: { atMs: 1000, forMs: 640 }, text: 'what is the time' }],
  llm: [{ calls: [{ name: 'find' }] }, 'Half past ten.'],
  functions: { find: () => 'x' },
};

async function play(telemetry: ReturnType<typeof createTelemetry> | undefined): Promise<TestSession> {
  const played = createTestSession({ ...PLAYED, options: { telemetry } });
  await played.clock.run(10_000);
  played.session.end({ after: 'now' });
  await played.clock.run(15_000);
  return played;
}

describe('without an SDK', () => {
  test('a conversation goes as without telemetry', async () => {
    const [traced, plain] = [await play(createTelemetry()), await play(undefined)];
    expect(traced.events).toEqual(plain.events);
    expect(traced.codes).toEqual([]);
  });

  test('nothing of the session is followed: its handler returns its own stream', () => {
    const telemetry = driverOf(createTelemetry());
    const stream = { async *[Symbol.asyncIterator]() {} };
    const agent = { llm_response_handler: () => stream, functions: {} };
    const scheduler = { now: () => 0, schedule: () => undefined as never };
    const settings = { providers: { stt: { provider: 'a' }, tts: { provider: 'b' } } };
    const ports = { stt: { name: 'a' }, tts: { name: 'b' } };
    const session = { id: 's', agent, config: {}, settings, ports, scheduler, report: () => {} };
    const begun = telemetry.begin(session as never);
    const untouched = new Proxy({}, { get: () => ({ subscribe: () => expect.unreachable('it is followed') }) });
    expect(() => begun.observe(untouched as never)).not.toThrow();
    expect(begun.agent.llm_response_handler({} as never)).toBe(stream);
    expect(begun.agent.functions).toBe(agent.functions);
  });
});

describe('with the SDK of the program', () => {
  test('spans go to the provider that is registered after the telemetry was created', async () => {
    const telemetry = createTelemetry();
    const exporter = new InMemorySpanExporter();
    trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
    onTestFinished(() => trace.disable());
    await play(telemetry);
    const names = exporter.getFinishedSpans().map(({ name }) => name);
    expect(names).toContain('session');
    expect(new Set(exporter.getFinishedSpans().map(({ instrumentationScope }) => instrumentationScope.name))).toEqual(
      new Set(['antiphon']),
    );
  });

  test('a session that is not sampled exports nothing, and goes as it does', async () => {
    const exporter = new InMemorySpanExporter();
    const spanProcessors = [new SimpleSpanProcessor(exporter)];
    const provider = new BasicTracerProvider({ sampler: new AlwaysOffSampler(), spanProcessors });
    const traced = await play(createTelemetry({ tracer: provider.getTracer('test') }));
    expect(traced.spoken()).toEqual(['Half past ten.']);
    expect(exporter.getFinishedSpans()).toEqual([]);
  });

  test.each(['startSpan', 'startSpan of a child', 'setAttributes', 'addEvent', 'end'])(
    'an SDK that throws in %s does not change the conversation, and is reported once',
    async (method) => {
      const traced = await play(createTelemetry({ tracer: createBrokenTracer(method) }));
      expect(traced.events).toEqual((await play(undefined)).events);
      expect(traced.codes).toEqual(['telemetry_failed']);
    },
  );
});

describe('createTelemetry', () => {
  test('says what to install if the package is missing', () => {
    const missing = (): never => {
      throw Object.assign(new Error('Cannot find module'), { code: 'MODULE_NOT_FOUND' });
    };
    expect(() => loadApi(missing)).toThrow(
      expect.objectContaining({
        code: 'usage_invalid',
        message: expect.stringContaining('npm install @opentelemetry/api@^1.9'),
      }),
    );
  });

  test('loads the copy of the program', () => {
    expect(loadApi().trace).toBe(trace);
    expect(loadApi().diag).toBe(diag);
  });
});

test('an option that is no telemetry is refused', () => {
  const telemetry = { content: true } as never;
  expect(() => createTestSession({ options: { telemetry } })).toThrow(
    expect.objectContaining({
      code: 'usage_invalid',
      message: expect.stringMatching(/^telemetry: expected what `createTelemetry\(\)` returns/u),
    }),
  );
});

/** A tracer whose spans throw in one method. */
function createBrokenTracer(method: string): Tracer {
  const provider = new BasicTracerProvider();
  const real = provider.getTracer('test');
  const fail = (): never => {
    throw new Error('the SDK is broken');
  };
  const startSpan: Tracer['startSpan'] = (...args) => real.startSpan(...args);
  const startRoot: Tracer['startSpan'] = (...args) => (args[0] === 'session' ? startSpan(...args) : fail());
  if (method === 'startSpan') return { ...real, startSpan: fail };
  if (method === 'startSpan of a child') return { ...real, startSpan: startRoot };
  return {
    startSpan: (...args: Parameters<Tracer['startSpan']>) => Object.assign(startSpan(...args), { [method]: fail }),
  } as never;
}
