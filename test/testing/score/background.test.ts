import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { defineFunction, type Agent } from '../../../src/session/agent.ts';
import type { AgentFunction } from '../../../src/session/sessionControl.ts';
import { score, type ScoreResult } from '../../../src/testing/score.ts';
import type { ScoreOptions } from '../../../src/testing/score/options.ts';
import type { Score } from '../../../src/testing/score/writtenScore.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { concierge, type Guest } from './concierge.ts';

const parameters = z.object({});

/** An agent with these functions. */
function createAgent(functions: Readonly<Record<string, AgentFunction<never>>>): Agent<Guest> {
  return Object.assign(concierge(), { functions });
}

/** Plays a score, and returns the lane of the functions. */
async function laneOf(agent: Agent<Guest>, write: (score: Score) => void, options: ScoreOptions): Promise<string> {
  let drawn = '';
  await score(agent, write, { ...options, draw: (diagram) => (drawn = diagram) });
  return drawn.split('\n').find((line) => line.startsWith('functions')) ?? '';
}

function createFunctions(clock: VirtualClock): Readonly<Record<string, AgentFunction<never>>> {
  const takes = (ms: number, result: string) => () => clock.sleep(ms).then(() => result);
  return {
    book: defineFunction({ description: 'Books', parameters, background: true, execute: takes(9000, 'booked') }),
    look: defineFunction({ description: 'Looks', parameters, execute: takes(2000, 'sunny') }),
    hang: defineFunction({
      description: 'Hangs',
      parameters,
      background: { result: 'silent' },
      execute: takes(Infinity, ''),
    }),
  };
}

describe('the diagram of a score', () => {
  it('shows a function from its call to its result', async () => {
    const clock = new VirtualClock();
    const write = ({ user }: Score): void => user.types('1s', 'is it sunny?');
    const lane = await laneOf(createAgent(createFunctions(clock)), write, {
      clock,
      llm: [{ calls: [{ name: 'look' }] }, 'It is.'],
    });
    expect(lane).toMatch(/^functions +\[look ─+\]$/u);
  });

  it('shows a function in the background up to its final result, with what follows it', async () => {
    const clock = new VirtualClock();
    const write = ({ user, agent, events }: Score): void => {
      user.types('1s', 'a table');
      agent.heard('I am on it.');
      agent.heard('It is booked.');
      events.at('function_calls_executed', '10s');
    };
    const lane = await laneOf(createAgent(createFunctions(clock)), write, {
      clock,
      llm: [{ calls: [{ name: 'book' }] }, 'I am on it.', 'It is booked.'],
    });
    expect(lane).toMatch(/^functions +\[book … when idle ─+\]$/u);
  });

  it('shows functions that run at the same time one below the other, up to the end of the session', async () => {
    const clock = new VirtualClock();
    let drawn = '';
    await score(createAgent(createFunctions(clock)), ({ user }) => user.types('1s', 'all of it'), {
      clock,
      lasting: '5s',
      llm: [{ calls: [{ name: 'hang' }, { name: 'look' }] }, 'It is sunny.'],
      draw: (diagram) => (drawn = diagram),
    });
    const lines = drawn.split('\n');
    const first = lines.findIndex((line) => line.startsWith('functions'));
    expect(lines[first]).toMatch(/\[hang … silent ─+\]$/u);
    expect(lines[first + 1]).toMatch(/^ +\[look ─+\]$/u);
  });

  it('is part of the report of a score that fails', async () => {
    const clock = new VirtualClock();
    const failing = score(
      createAgent(createFunctions(clock)),
      ({ user, agent }) => {
        user.types('1s', 'a table');
        agent.heard('It is not booked.');
      },
      { clock, llm: [{ calls: [{ name: 'book' }] }, 'I am on it.', 'It is booked.'] },
    );
    await expect(failing).rejects.toThrow(/^ {2}functions +\[book … when idle ─+/mu);
  });
});

describe('a function in the background that takes real time', () => {
  const inRealTime = (): Promise<void> => new Promise((resolve) => void setImmediate(() => setImmediate(resolve)));

  it('holds virtual time, also while it reports its progress', async () => {
    const ask = defineFunction({
      description: 'Asks',
      parameters,
      background: true,
      execute: async (_, { progress }) => {
        await inRealTime();
        progress('half', { say: 'One moment, this is a long sentence that takes some seconds.' });
        await inRealTime();
        return 'yes';
      },
    });
    const play = (): Promise<ScoreResult> =>
      score(createAgent({ ask }), ({ user }) => user.types('1s', 'is there fish?'), {
        llm: [{ calls: [{ name: 'ask' }] }, 'Yes, there is.', 'Yes, there is.'],
      });
    const { events } = await play();
    expect(events.find(({ name }) => name === 'on_function_calls_executed')?.at).toBe(1000);
  });
});

describe('agent.responds', () => {
  it('makes the application ask for a reply, with instructions', async () => {
    let drawn = '';
    await score(
      concierge(),
      ({ user, agent, after, events, history }) => {
        user.types('1s', 'hello');
        agent.responds(after('agent_stopped_speaking', '2s'), { instructions: 'Mention the terrace.' });
        agent.heard('Hello.');
        agent.heard('We have a terrace.');
        events.at('agent_started_speaking', after('agent_stopped_speaking', '2s'));
        history([{ content: 'hello' }, { content: 'Hello.' }, { role: 'assistant', content: 'We have a terrace.' }]);
      },
      { llm: ['Hello.', 'We have a terrace.'], draw: (diagram) => (drawn = diagram) },
    );
    expect(drawn).toMatch(/^application +└responds: Mention the terrace\.$/mu);
  });

  it('asks for an answer where the session answers on request', () =>
    score(
      concierge(),
      ({ user, agent, events }) => {
        user.types('1s', 'hello');
        agent.responds('4s');
        events.at('agent_started_speaking', '4s');
      },
      { llm: ['Hello.'], config: { respond_on_request: true } },
    ));

  it('fails the score if the request cannot be understood', async () => {
    const failing = score(concierge(), ({ agent }) => agent.responds('1s', { text: ' ' }));
    await expect(failing).rejects.toThrow('usage_invalid');
  });
});
