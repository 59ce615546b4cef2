import { context, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { chunk } from '../../src/testing/doubles/chunks.ts';
import type { ChatCompletionChunk } from '../../src/core/chunk.ts';
import { createManager } from './contextManager.ts';
import { createSpanStore, createTracedSession, spansOf, type TracedTestSession } from './traced.ts';
import type { TestSessionOptions } from '../support/testSession.ts';

const TYPED = { kind: 'acts', atMs: 10, act: ({ io }) => io.user.text.next('hello') } as const satisfies NonNullable<
  TestSessionOptions['user']
>[number];

async function play(options: TestSessionOptions): Promise<TracedTestSession> {
  const traced = createTracedSession({ user: [TYPED], ...options });
  await traced.clock.run(5000);
  traced.session.end({ after: 'now' });
  await traced.clock.run(10_000);
  return traced;
}

/** The ids of the spans that were active. */
function createNotes(): { readonly note: () => void; readonly ids: (string | undefined)[] } {
  const ids: (string | undefined)[] = [];
  return { ids, note: () => void ids.push(trace.getActiveSpan()?.spanContext().spanId) };
}

function idsOf({ spans }: TracedTestSession, name: string): readonly string[] {
  return spansOf(spans(), name).map((span) => span.spanContext().spanId);
}

describe('with a context manager', () => {
  beforeEach(() => {
    context.setGlobalContextManager(createManager());
    onTestFinished(() => context.disable());
  });

  test('an async generator runs within the span of its call, also after it has waited', async () => {
    const { ids, note } = createNotes();
    async function* answer(): AsyncGenerator<ChatCompletionChunk> {
      note();
      await Promise.resolve();
      note();
      yield chunk('Yes. ');
      note();
      yield chunk('And no.');
    }
    const traced = await play({ agent: { llm_response_handler: answer } });
    const [id] = idsOf(traced, 'chat');
    expect(ids).toEqual([id, id, id]);
  });

  test('a function runs within the span of its call, also after it has waited', async () => {
    const { ids, note } = createNotes();
    const find = async (): Promise<string> => {
      note();
      await Promise.resolve();
      note();
      return 'found';
    };
    const traced = await play({ llm: [{ calls: [{ name: 'find' }] }, 'Found.'], functions: { find } });
    const [id] = idsOf(traced, 'execute_tool');
    expect(ids).toEqual([id, id]);
  });

  test('what follows from a chunk is not part of the call', async () => {
    const { ids, note } = createNotes();
    const traced = createTracedSession({ user: [TYPED], llm: ['Yes.'] });
    traced.session.edges.speech.subscribe(note);
    await traced.clock.run(5000);
    traced.session.end({ after: 'now' });
    await traced.clock.run(10_000);
    expect(ids.length).toBeGreaterThan(0);
    expect(new Set(ids)).toEqual(new Set([undefined]));
  });

  test('a session that starts within a span is a part of its trace', async () => {
    const parent = createSpanStore().tracer.startSpan('caller');
    const traced = context.with(trace.setSpan(ROOT_CONTEXT, parent), () => createTracedSession({}));
    traced.session.end({ after: 'now' });
    await traced.clock.run(1000);
    const [session] = spansOf(traced.spans(), 'session');
    expect(session?.parentSpanContext?.spanId).toBe(parent.spanContext().spanId);
  });
});

test('without a context manager the agent answers as it does', async () => {
  const traced = await play({ llm: ['Yes.'] });
  expect(traced.spoken()).toEqual(['Yes.']);
  expect(trace.getActiveSpan()).toBe(undefined);
});
