import { describe, expect, test } from 'vitest';
import { collect, createContent, MAX_COLLECTED_CHARS } from '../../src/telemetry/content.ts';
import type { TelemetryOptions } from '../../src/telemetry/createTelemetry.ts';
import { createTracedSession, spansOf, type TracedTestSession } from './traced.ts';

/** The caller's number is in everything that is said, called and returned. */
const NUMBER = '4711';
const KEY = 'sk-proj-0123456789abcdef';

async function play(how: TelemetryOptions = {}): Promise<TracedTestSession> {
  const traced = createTracedSession(
    {
      user: [{ kind: 'says', voice: { atMs: 1000, forMs: 640 }, text: `my number is ${NUMBER} and my key is ${KEY}` }],
      llm: [
        {
          text: `Looking up ${NUMBER}.`,
          calls: [{ name: 'find', arguments: { number: NUMBER }, id: `call-${NUMBER}` }],
        },
        `You are ${NUMBER}.`,
      ],
      functions: { find: () => `guest ${NUMBER}` },
    },
    how,
  );
  await traced.clock.run(20_000);
  traced.session.end({ after: 'now' });
  await traced.clock.run(25_000);
  return traced;
}

function textOf({ spans }: TracedTestSession): string {
  return JSON.stringify(spans().map(({ name, attributes, events }) => [name, attributes, events]));
}

function messagesOf({ spans }: TracedTestSession, name: string, attribute: string): readonly unknown[] {
  return spansOf(spans(), name).map(({ attributes }) => JSON.parse(String(attributes[attribute] ?? 'null')) as unknown);
}

describe('by default', () => {
  test('no word, argument, result or error of a conversation is in its trace', async () => {
    const { 'gen_ai.tool.call.id': id, ...others } =
      spansOf((await play()).spans(), 'execute_tool')[0]?.attributes ?? {};
    expect(id).toBe(`call-${NUMBER}`);
    expect(JSON.stringify(others)).not.toContain(NUMBER);
    const text = textOf(await play()).replaceAll(`call-${NUMBER}`, '');
    expect([NUMBER, 'number', 'Looking', 'guest', KEY].filter((word) => text.includes(word))).toEqual([]);
  });
});

describe('with content', () => {
  test('a turn has what was said, each round what was generated, each call its arguments and result', async () => {
    const traced = await play({ content: true });
    const part = (content: string): object => ({ type: 'text', content });
    expect(messagesOf(traced, 'invoke_agent', 'gen_ai.input.messages')).toEqual([
      [{ role: 'user', parts: [part(`my number is ${NUMBER} and my key is ***`)] }],
    ]);
    expect(messagesOf(traced, 'chat', 'gen_ai.output.messages')).toEqual([
      [
        {
          role: 'assistant',
          parts: [
            part(`Looking up ${NUMBER}.`),
            { type: 'tool_call', name: 'find', arguments: `{"number":"${NUMBER}"}` },
          ],
          finish_reason: 'tool_calls',
        },
      ],
      [{ role: 'assistant', parts: [part(`You are ${NUMBER}.`)], finish_reason: 'stop' }],
    ]);
    expect(spansOf(traced.spans(), 'execute_tool')[0]?.attributes).toMatchObject({
      'gen_ai.tool.call.arguments': `{"number":"${NUMBER}"}`,
      'gen_ai.tool.call.result': `guest ${NUMBER}`,
    });
  });

  test('what looks like a key is masked', async () => {
    expect(textOf(await play({ content: true }))).not.toContain(KEY);
  });

  test('redact rewrites each text, with its key', async () => {
    const keys = new Set<string>();
    const redact = (text: string, key: string): string => {
      keys.add(key);
      return text.replaceAll(/\d/gu, '0');
    };
    expect(textOf(await play({ content: true, redact }))).not.toContain(NUMBER);
    expect([...keys].toSorted()).toEqual(['arguments', 'content', 'text', 'tool_call_id']);
  });

  test('redact that throws ends the texts, not the trace', async () => {
    const redact = (): string => {
      throw new Error('cannot');
    };
    const traced = await play({ content: true, redact });
    expect(textOf(traced)).not.toContain(NUMBER);
    expect(traced.codes.filter((code) => code === 'telemetry_failed')).toHaveLength(1);
    expect(spansOf(traced.spans(), 'session')).toHaveLength(1);
  });

  test('a long text is cut', async () => {
    const traced = createTracedSession(
      { user: [{ kind: 'acts', atMs: 10, act: ({ io }) => io.user.text.next('word '.repeat(5000)) }], llm: ['Yes.'] },
      { content: true },
    );
    await traced.clock.run(1000);
    traced.session.end({ after: 'now' });
    await traced.clock.run(5000);
    const input = String(spansOf(traced.spans(), 'invoke_agent')[0]?.attributes['gen_ai.input.messages']);
    expect(input.length).toBeLessThan(16_500);
  });
});

test('after `redact` has thrown, no text is added', () => {
  const failures: unknown[] = [];
  const redact = (text: string): string => {
    if (text === 'first') throw new Error('no');
    return text;
  };
  const mask = (text: string): string => text;
  const content = createContent({ content: true, redact, mask, failed: (cause) => failures.push(cause) });
  expect(['first', 'second'].map((text) => content.text(text, 'text'))).toEqual([undefined, undefined]);
  expect(failures).toHaveLength(1);
});

test('pieces are collected up to 64 Ki characters', () => {
  const most = collect('a'.repeat(MAX_COLLECTED_CHARS - 1), 'bcd');
  expect([most.length, most.slice(-2), collect(most, 'e') === most]).toEqual([MAX_COLLECTED_CHARS, 'ab', true]);
});
