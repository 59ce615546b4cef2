import { defer, from, map } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { ChatCompletionChunk } from '../../../src/core/chunk.ts';
import { defineFunction, type Agent } from '../../../src/session/agent.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { chunk, finish } from '../../../src/testing/doubles/chunks.ts';
import { score } from '../../../src/testing/score.ts';
import type { Score } from '../../../src/testing/score/writtenScore.ts';
import { concierge, type Guest } from './concierge.ts';
import * as z from 'zod';

/** Something in real time, as a database is. */
async function database<T>(answer: T): Promise<T> {
  for (let turn = 0; turn < 50; turn++) await new Promise((done) => setImmediate(done));
  return answer;
}

function booking(execute: (args: { readonly guests: number }, context: never) => unknown): Agent<Guest> {
  const book = defineFunction({ description: 'Books', parameters: z.object({ guests: z.number() }), execute });
  return { ...concierge(), functions: { book } };
}

const llm = [{ calls: [{ name: 'book', arguments: { guests: 2 } }] }, 'You have it.'];

function booked({ user, agent, events }: Score): void {
  user.types('1s', 'a table for two');
  agent.heard('You have it.');
  events.at('function_calls_executed', '1s');
  events.at('agent_started_speaking', '1s');
}

describe('what the agent’s own code awaits in real time takes no virtual time', () => {
  it('in a function that returns a promise', () =>
    score(
      booking(() => database('done')),
      booked,
      { llm },
    ));

  it('in a function that returns an Observable', () =>
    score(
      booking(() => defer(() => database('done'))),
      booked,
      { llm },
    ));

  it.each<[string, () => unknown]>([
    ['an async iterable', answer],
    ['a promise of one', () => database(answer())],
    ['an Observable', () => from(answer()).pipe(map((part) => part))],
  ])('in a handler that returns %s', async (_, respond) => {
    const agent = { ...concierge(), llm_response_handler: respond as Agent<Guest>['llm_response_handler'] };
    await score(agent, ({ user, agent: heard, events }) => {
      user.types('1s', 'hello');
      heard.heard('Good evening, Ada.');
      events.at('agent_started_speaking', '1s');
    });
  });

  it('though the agent speaks for the function meanwhile', () => {
    const execute = (_: unknown, { session }: { session: { say(text: string): void } }): Promise<string> => {
      session.say('One moment.');
      return database('done');
    };
    return score(
      booking(execute as never),
      ({ user, events }) => {
        user.types('1s', 'a table for two');
        events.at('function_calls_executed', '1s');
      },
      { llm, doubles: { tts: { firstAudioMs: 500 } } },
    );
  });
});

describe('what the agent’s own code awaits on the clock of the score takes its time', () => {
  const clock = new VirtualClock();

  it('before and after what it awaits in real time', () =>
    score(
      booking(async () => {
        await database('');
        await clock.sleep(300);
        await database('');
        await clock.sleep(200);
      }),
      ({ user, events }) => {
        user.types('1s', 'a table for two');
        events.at('function_calls_executed', '1500ms');
      },
      { llm, clock },
    ));

  it('for ever, if need be', () =>
    score(
      booking(() => clock.sleep(Number.POSITIVE_INFINITY)),
      ({ user, events, errors }) => {
        user.types('1s', 'a table for two');
        events.at('function_calls_executed', '31s');
        errors.has('function_failed');
      },
      { llm, clock },
    ));
});

describe('what never comes', () => {
  it('is not waited for, when its signal fires', () => {
    const never = (_: unknown, { signal }: { signal: AbortSignal }): Promise<never> =>
      new Promise((__, reject) => signal.addEventListener('abort', reject));
    return score(
      booking(never as never),
      ({ user, after, events }) => {
        user.types('1s', 'a table for two');
        user.types(after('function_calls_collected', '2s'), 'or three');
        events.at('function_calls_executed', '3s');
      },
      { llm },
    );
  });

  it('is named beside what does not hold', async () => {
    const failing = score(
      booking(() => new Promise(() => {})),
      booked,
      { llm },
    );
    await expect(failing).rejects.toThrow(
      '  (book waited for more than 2 s of real time, so virtual time went on without it)',
    );
  });
});

async function* answer(): AsyncGenerator<ChatCompletionChunk> {
  yield await database(chunk('Good evening,'));
  yield await database(chunk(' Ada.'));
  yield await database(finish('stop'));
}
