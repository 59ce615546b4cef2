import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { register as globalRegistry } from 'prom-client';
import { Subject } from 'rxjs';
import { describe, expect, it, vi } from 'vitest';
import { AntiphonError, ERROR_CODES, type ErrorCode } from '../../../src/core/errors.ts';
import { METRIC_PARTS } from '../../../src/core/metric.ts';
import { WASTE_REASONS, type Usage } from '../../../src/core/usage.ts';
import { STEADY_LOOP } from '../../../src/server/admission/loopMonitor.ts';
import type { MeasuredCall } from '../../../src/server/metrics/callTotals.ts';
import { createServerMetrics, type ServerMetrics } from '../../../src/server/metrics/serverMetrics.ts';
import { PROBLEMS, type ProblemCode } from '../../../src/server/problems/problem.ts';
import type { Session } from '../../../src/session/session.ts';
import { runs } from '../../properties/runs.ts';
import { waited } from '../../support/waited.ts';

const tokens = (count: number) => ({ prompt_tokens: count, completion_tokens: count, total_tokens: 2 * count });

function usage(provider: string, model: string, amount = 1): Usage {
  const wasted = { superseded: tokens(amount), interrupted: tokens(0), failed: tokens(0) };
  return {
    stt: [{ provider, model, seconds: amount }],
    tts: [{ provider, model, characters: 2 * amount, heardCharacters: amount }],
    llm: [{ model, calls: 1, unreportedCalls: 0, tokens: tokens(3 * amount), wasted }],
  };
}

interface Call extends MeasuredCall {
  status: MeasuredCall['status'];
  usage: Usage;
  end(): Promise<void>;
}

function createCall(used: Usage, audio = { bytes: 0, droppedFrames: 0 }): Call {
  let settle = (): void => {};
  const ended = new Promise<void>((resolve) => (settle = resolve));
  const call: Call = {
    status: { state: 'active' },
    usage: used,
    buffered: () => audio,
    ended,
    end: async () => {
      call.status = { state: 'ended', reason: 'ended_by_client' };
      settle();
      await ended;
    },
  };
  return call;
}

/** A session whose events a test emits. */
function createSession() {
  const [metrics, errors$, firstBytes$, events$] = [new Subject(), new Subject(), new Subject(), new Subject()];
  const session = { edges: { metrics }, errors$, firstBytes$, events$ } as unknown as Session;
  return { session, metrics, errors$, firstBytes$, events$ };
}

/** The values of a metric, by its labels. */
async function valuesOf(metrics: ServerMetrics, name: string): Promise<Readonly<Record<string, number>>> {
  const lines = (await metrics.read())
    .split('\n')
    .filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`));
  return Object.fromEntries(
    lines.map((line) => [line.slice(name.length, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
  );
}

describe('the metrics of a server', () => {
  it('count sessions by state, and starts and ends by result', async () => {
    const metrics = createServerMetrics({ loop: STEADY_LOOP });
    const call = createCall(usage('azure', 'm'));
    metrics.countStart('started');
    metrics.countStart('at_capacity');
    metrics.follow(call);
    metrics.follow(createCall(usage('azure', 'm')));
    await call.end();
    expect(await valuesOf(metrics, 'antiphon_sessions')).toEqual({
      '{state="created"}': 0,
      '{state="connecting"}': 0,
      '{state="active"}': 1,
      '{state="disconnected"}': 0,
      '{state="ending"}': 0,
    });
    expect(await valuesOf(metrics, 'antiphon_session_starts_total')).toEqual({
      '{result="started"}': 1,
      '{result="at_capacity"}': 1,
    });
    expect(await valuesOf(metrics, 'antiphon_session_ends_total')).toEqual({ '{reason="ended_by_client"}': 1 });
  });

  it('add the usage of sessions that run to that of sessions that have ended', async () => {
    const metrics = createServerMetrics({ loop: STEADY_LOOP });
    const [first, second] = [createCall(usage('azure', 'm')), createCall(usage('azure', 'n', 10))];
    metrics.follow(first);
    metrics.follow(second);
    const read = async (): Promise<unknown> => [
      await valuesOf(metrics, 'antiphon_stt_audio_seconds_total'),
      await valuesOf(metrics, 'antiphon_tts_sent_characters_total'),
      await valuesOf(metrics, 'antiphon_tts_heard_characters_total'),
      await valuesOf(metrics, 'antiphon_llm_tokens_total'),
      await valuesOf(metrics, 'antiphon_llm_wasted_tokens_total'),
    ];
    const expected = [
      { '{provider="azure"}': 11 },
      { '{provider="azure"}': 22 },
      { '{provider="azure"}': 11 },
      { '{kind="prompt"}': 33, '{kind="completion"}': 33 },
      { '{reason="superseded"}': 22, '{reason="interrupted"}': 0, '{reason="failed"}': 0 },
    ];
    expect(await read()).toEqual(expected);
    await first.end();
    expect(await read()).toEqual(expected);
    second.usage = usage('azure', 'n', 20);
    expect(await valuesOf(metrics, 'antiphon_stt_audio_seconds_total')).toEqual({ '{provider="azure"}': 21 });
  });

  it('read buffers, dropped frames and the event loop when they are scraped', async () => {
    const metrics = createServerMetrics({ loop: { delayMs: () => 250 } });
    const gone = createCall(usage('azure', 'm'), { bytes: 7, droppedFrames: 2 });
    metrics.follow(gone);
    metrics.follow(createCall(usage('azure', 'm'), { bytes: 100, droppedFrames: 3 }));
    expect(await valuesOf(metrics, 'antiphon_buffered_bytes')).toEqual({ '': 107 });
    await gone.end();
    expect(await valuesOf(metrics, 'antiphon_buffered_bytes')).toEqual({ '': 100 });
    expect(await valuesOf(metrics, 'antiphon_dropped_frames_total')).toEqual({ '': 5 });
    expect(await valuesOf(metrics, 'antiphon_event_loop_delay_seconds')).toEqual({ '': 0.25 });
  });

  it('add up what asking ahead has gained, and what of it was thrown away', async () => {
    const metrics = createServerMetrics({ loop: STEADY_LOOP });
    const { session, ...emits } = createSession();
    metrics.watch(session);
    const answer = { heard: true, totalMs: 1000, parts: waited({ stt: 100, tts: 900 }), usage: null };
    const discarded = { discarded: 1, discardedChunks: 4, discardedCharacters: 20 };
    const discardedTokens = { prompt_tokens: 30, completion_tokens: 5, total_tokens: 35 };
    emits.metrics.next({ ...answer, turn: 0, preemptive: { gainedMs: 500, ...discarded } });
    const tts = { gainedMs: 250, discardedCharacters: 7 };
    emits.metrics.next({ ...answer, turn: 1, preemptive: { gainedMs: 0, ...discarded, discardedTokens, tts } });
    emits.metrics.next({ ...answer, turn: 2 });
    expect(await valuesOf(metrics, 'antiphon_preemptive_gained_seconds_total')).toEqual({
      '{part="llm"}': 0.5,
      '{part="tts"}': 0.25,
    });
    expect(await valuesOf(metrics, 'antiphon_preemptive_discarded_answers_total')).toEqual({ '': 2 });
    expect(await valuesOf(metrics, 'antiphon_preemptive_discarded_characters_total')).toEqual({
      '{part="llm"}': 40,
      '{part="tts"}': 7,
    });
    expect(await valuesOf(metrics, 'antiphon_preemptive_discarded_tokens_total')).toEqual({
      '{kind="prompt"}': 30,
      '{kind="completion"}': 5,
    });
  });

  it('measure turns, first bytes, failures and interruptions', async () => {
    const metrics = createServerMetrics({ loop: STEADY_LOOP });
    const { session, ...emits } = createSession();
    metrics.watch(session);
    const parts = waited({ stt: 100, tts: 900 });
    emits.metrics.next({ turn: 0, heard: true, totalMs: 1000, parts, usage: null });
    emits.metrics.next({ turn: 1, heard: false, totalMs: 500, parts, usage: null });
    emits.firstBytes$.next({ kind: 'tts', provider: 'azure', ms: 250 });
    emits.firstBytes$.next({ kind: 'llm', provider: null, ms: 500 });
    emits.errors$.next(new AntiphonError('provider_failed', 'gone', { provider: 'azure' }));
    emits.errors$.next(new AntiphonError('noise', 'a diagnostic', { failure: false }));
    emits.events$.next({ name: 'on_agent_interrupted' });
    emits.events$.next({ name: 'on_user_started_speaking' });
    await Promise.resolve();
    expect(await valuesOf(metrics, 'antiphon_turn_wait_seconds_sum')).toEqual({
      '{heard="true"}': 1,
      '{heard="false"}': 0.5,
    });
    expect(await valuesOf(metrics, 'antiphon_turn_part_seconds_count')).toEqual(
      Object.fromEntries(METRIC_PARTS.map((part) => [`{part="${part}"}`, 1])),
    );
    expect((await valuesOf(metrics, 'antiphon_turn_part_seconds_sum'))['{part="tts"}']).toBe(0.9);
    expect(await valuesOf(metrics, 'antiphon_provider_first_byte_seconds_sum')).toEqual({
      '{kind="tts",provider="azure"}': 0.25,
      '{kind="llm",provider="none"}': 0.5,
    });
    expect(await valuesOf(metrics, 'antiphon_failures_total')).toEqual({
      '{provider="azure",code="provider_failed"}': 1,
    });
    expect(await valuesOf(metrics, 'antiphon_interruptions_total')).toEqual({ '': 1 });
    expect(await valuesOf(metrics, 'antiphon_handler_lag_seconds_count')).toEqual({ '': 2 });
  });

  it('measure how long an event waits for the handlers of the agent', async () => {
    const metrics = createServerMetrics({ loop: STEADY_LOOP });
    const { session, events$ } = createSession();
    metrics.watch(session);
    const at = vi.spyOn(performance, 'now').mockReturnValue(1000);
    events$.next({ name: 'on_user_started_speaking' });
    at.mockReturnValue(1250);
    await Promise.resolve();
    expect(await valuesOf(metrics, 'antiphon_handler_lag_seconds_sum')).toEqual({ '': 0.25 });
  });

  it('name the ports that the server was started with, and no others', async () => {
    const ports = { tts: { name: 'parrot' } } as never;
    const metrics = createServerMetrics({ loop: STEADY_LOOP, ports });
    metrics.follow(createCall({ ...usage('parrot', 'm'), stt: [{ provider: 'stranger', model: null, seconds: 1 }] }));
    expect(await valuesOf(metrics, 'antiphon_stt_audio_seconds_total')).toEqual({ '{provider="other"}': 1 });
    expect(await valuesOf(metrics, 'antiphon_tts_sent_characters_total')).toEqual({ '{provider="parrot"}': 2 });
  });
});

const word = fc.string({ maxLength: 8 });
const session = fc.record({
  provider: fc.oneof(word, fc.constantFrom('azure', 'deepgram', '__proto__', 'constructor')),
  model: word,
  code: fc.oneof(word, fc.constantFrom(...Object.keys(ERROR_CODES))),
  result: fc.constantFrom(...Object.keys(PROBLEMS)),
  kind: fc.constantFrom('stt', 'llm', 'tts'),
  ms: fc.nat(20_000),
});

it('ten thousand sessions with names of all kinds add no series', async () => {
  const metrics = createServerMetrics({ loop: STEADY_LOOP });
  const play = async ({ provider, model, code, result, kind, ms }: SessionLike): Promise<void> => {
    const { session: watched, ...emits } = createSession();
    const call = createCall(usage(provider, model, ms));
    metrics.countStart(result as ProblemCode);
    metrics.follow(call);
    metrics.watch(watched);
    emits.metrics.next({ turn: ms, heard: ms % 2 === 0, totalMs: ms, parts: waited({ tts: ms }), usage: null });
    emits.firstBytes$.next({ kind, provider: kind === 'llm' ? null : provider, ms });
    emits.errors$.next(new AntiphonError(code as ErrorCode, model, { provider: ms % 2 === 0 ? provider : undefined }));
    emits.events$.next({ name: 'on_agent_interrupted' });
    await call.end();
  };
  for (const one of fc.sample(session, runs(2500))) await play(one);
  const seen: Record<string, Set<string>> = {};
  for (const [, name = '', value = ''] of (await metrics.read()).matchAll(/(\w+)="([^"]*)"/gu))
    seen[name] = (seen[name] ?? new Set()).add(value);
  expect([...(seen['provider'] ?? [])].toSorted()).toEqual(['azure', 'deepgram', 'none', 'other']);
  expect([...(seen['code'] ?? [])].filter((code) => !Object.hasOwn(ERROR_CODES, code))).toEqual([]);
  expect([...(seen['result'] ?? [])].filter((result) => !Object.hasOwn(PROBLEMS, result))).toEqual([]);
  expect([...(seen['part'] ?? [])].toSorted()).toEqual([...METRIC_PARTS].toSorted());
  expect([...(seen['reason'] ?? [])].toSorted()).toEqual([...WASTE_REASONS, 'ended_by_client'].toSorted());
  expect(Object.keys(seen).toSorted()).toEqual(
    ['code', 'heard', 'kind', 'le', 'part', 'provider', 'reason', 'result', 'state'].toSorted(),
  );
});

type SessionLike = typeof session extends fc.Arbitrary<infer One> ? One : never;

it('a hundred servers that are created and closed leave nothing', async () => {
  setFlagsFromString('--expose_gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const refs = Array.from({ length: 100 }, () => new WeakRef(createAndStop()));
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  expect(refs.filter((ref) => ref.deref() !== undefined)).toEqual([]);
  expect(globalRegistry.getMetricsAsArray()).toEqual([]);
});

function createAndStop(): ServerMetrics {
  const metrics = createServerMetrics({ loop: STEADY_LOOP });
  metrics.follow(createCall(usage('azure', 'm')));
  metrics.stop();
  return metrics;
}

it('a server that was stopped has no metric', async () => {
  expect((await createAndStop().read()).trim()).toBe('');
});
