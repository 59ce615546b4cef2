import { of } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { ChatCompletionChunk, HandlerStream } from '../../src/core/chunk.ts';
import type { LLMResponseHandlerInput } from '../../src/session/agent.ts';
import { chunk, finish } from '../../src/testing/doubles/chunks.ts';
import { createAnsweringSession } from '../support/playSession.ts';

const chunks = [chunk('Hi.'), finish('stop')];

async function* generated(): AsyncGenerator<ChatCompletionChunk> {
  yield* chunks;
}

describe('llm_response_handler may return', () => {
  it.each<[string, () => HandlerStream<ChatCompletionChunk>]>([
    ['an Observable', () => of(...chunks)],
    ['an async iterable', generated],
    ['a promise of an Observable', () => Promise.resolve(of(...chunks))],
    ['a promise of an async iterable', () => Promise.resolve(generated())],
  ])('%s', async (_, llm_response_handler) => {
    const { clock, history } = createAnsweringSession({ agent: { llm_response_handler } });
    await clock.run(4000);
    expect(history().at(-1)).toBe('assistant: Hi.');
  });

  it('a stream that ignores its cancellation: it is abandoned all the same', async () => {
    let calls = 0;
    const deaf = async function* (): AsyncGenerator<ChatCompletionChunk> {
      calls += 1;
      if (calls === 1) await new Promise(() => {});
      yield* chunks;
    };
    const { clock, io, history } = createAnsweringSession({ agent: { llm_response_handler: deaf } });
    clock.schedule(() => io.user.text.next('never mind'), 3000);
    await clock.run(5000);
    expect(history().slice(1)).toEqual(['user: never mind', 'assistant: Hi.']);
  });

  it('a copy of the messages that it cut: the history is not touched', async () => {
    const { clock, history } = createAnsweringSession({
      agent: {
        llm_response_handler: ({ messages }) => {
          messages.splice(0);
          return of(...chunks);
        },
      },
    });
    await clock.run(4000);
    expect(history()).toEqual(['user: tell me', 'assistant: Hi.']);
  });
});

describe('its cancellation', () => {
  it('is that of one call: the next has an input and a signal of its own', async () => {
    const inputs: LLMResponseHandlerInput[] = [];
    const { clock, io } = createAnsweringSession({
      agent: {
        llm_response_handler: async function* (input) {
          inputs.push(input);
          yield chunk('One two three. ');
          await clock.sleep(9000);
        },
      },
    });
    clock.schedule(() => io.user.text.next('stop'), 3000);
    await clock.run(3500);
    expect(inputs.map(({ messages, signal }) => [messages.length, signal.aborted])).toEqual([
      [1, true],
      [3, false],
    ]);
  });

  it('fires the signal in the instant of the interruption', async () => {
    const aborted: number[] = [];
    const { clock, io } = createAnsweringSession({
      agent: {
        llm_response_handler: async function* ({ signal }) {
          signal.addEventListener('abort', () => aborted.push(clock.now()));
          yield chunk('One two three. ');
          await clock.sleep(9000);
          yield chunk('never said');
        },
      },
    });
    clock.schedule(() => io.user.text.next('stop'), 3000);
    await clock.run(3500);
    expect(aborted[0]).toBe(3000);
  });
});
