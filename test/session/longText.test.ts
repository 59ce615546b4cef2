import { NEVER } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { ChatCompletionChunk } from '../../src/core/chunk.ts';
import { chunk, finish } from '../../src/testing/doubles/chunks.ts';
import { createTestSession, type TestSession, type TestSessionOptions } from '../support/testSession.ts';

const SENTENCE = 'We opened in nineteen eighty four, in a house that was a bakery before. ';

function typing(
  answers: readonly (() => AsyncIterable<ChatCompletionChunk>)[],
  options: TestSessionOptions = {},
): TestSession {
  const rest = [...answers];
  const agent = { llm_response_handler: () => rest.shift()?.() ?? answer('Yes.') };
  return createTestSession({ transport: { audioIn: NEVER }, agent, ...options });
}

async function* answer(...texts: readonly string[]): AsyncGenerator<ChatCompletionChunk> {
  for (const text of texts) yield chunk(text);
  yield finish();
}

async function* endless(text: string): AsyncGenerator<ChatCompletionChunk> {
  for (;;) yield chunk(text);
}

describe('a handler that streams without a pause and without an end', () => {
  it.each(['', 'And so on. '])('is cut by the user, with chunks of "%s"', async (text) => {
    const test = typing([() => endless(text)]);
    test.io.user.text.next('tell me');
    let turns = 0;
    const watch = test.session.edges.reply.subscribe(() => (turns += 1));
    await new Promise<void>((resolve) => {
      // Each step lets one timer of the session run, as the event loop would.
      const step = (count: number): void => {
        test.clock.flush(test.clock.now());
        if (count === 0) resolve();
        else setImmediate(() => step(count - 1));
      };
      step(5);
    });
    test.io.user.text.next('wait');
    await test.clock.run(20_000);
    watch.unsubscribe();
    expect(turns).toBeLessThan(5000);
    expect(test.history().at(-1)).toBe('assistant: Yes.');
    expect(test.codes).not.toContain('limit_exceeded');
  });

  it('fails its turn, and the next one is answered', async () => {
    const test = typing([() => endless('')]);
    test.io.user.text.next('tell me');
    await test.clock.run(1000);
    expect(test.codes).toContain('limit_exceeded');
    test.io.user.text.next('still there');
    await test.clock.run(5000);
    expect(test.history()).toEqual(['user: tell me', 'user: still there', 'assistant: Yes.']);
  });
});

describe('text in one chunk', () => {
  it.each([20_000, 100_000])('of %i characters is sent to the TTS in slices of bounded length', async (chars) => {
    const text = SENTENCE.repeat(Math.ceil(chars / SENTENCE.length));
    const test = typing([() => answer(text)]);
    const slices: number[] = [0];
    let spoken = '';
    test.session.edges.speech.subscribe((event) => {
      if (event.kind !== 'text') return;
      spoken += event.text;
      slices.push((slices.pop() ?? 0) + event.text.length);
    });
    test.io.user.text.next('tell me');
    const turn = (): void => {
      slices.push(0);
      if (spoken.length < text.length) test.clock.schedule(turn);
    };
    turn();
    await test.clock.run(0);
    expect(spoken).toBe(text);
    expect(Math.max(...slices)).toBeLessThan(3000);
    test.session.close('ended_by_api');
  });
});

describe('text that the agent is to speak', () => {
  it('may be 100,000 characters long, and no more', async () => {
    const test = typing([]);
    test.session.say('x'.repeat(100_001));
    test.session.say(7 as never);
    await test.clock.run(100);
    expect(test.errors.map(({ code, details }) => `${code} ${details.path ?? ''}`)).toEqual([
      'limit_exceeded say',
      'usage_invalid ',
    ]);
    expect(test.events).toEqual([]);
    test.session.say('x'.repeat(100_000));
    await test.clock.run(1000);
    expect(test.events.map(({ event }) => event)).toEqual(['agent_started_speaking']);
  });

  it('first is refused by name beyond that', () => {
    const begin = (first_message: string) => () => createTestSession({ config: { first_message } });
    expect(begin('x'.repeat(10_000_000))).toThrow(
      /first_message: expected at most 100000, got a string of 10000000 characters/,
    );
    expect(begin('x'.repeat(100_000))).not.toThrow();
  });
});
