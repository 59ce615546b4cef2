import { timer, map } from 'rxjs';
import * as z from 'zod';
import { defineFunction, type Agent, type AgentFunction, type FunctionContext } from '../../src/session/agent.ts';
import { handoff } from '../../src/session/handoff/handoff.ts';
import type { VirtualClock } from '../../src/time/virtualClock.ts';
import { words, type FunctionName, type HandoffName, type TestData } from './scenario.ts';

type Execute = (context: FunctionContext<TestData>) => unknown;

/** Creates an agent to which a conversation is handed; its config takes so long. */
export type Hire = (configMs: number) => Agent<TestData>;

function define(execute: Execute, uninterruptible = false): AgentFunction<TestData> {
  return defineFunction<typeof NOTHING, TestData>({
    description: 'a function',
    parameters: NOTHING,
    uninterruptible,
    execute: (_, context) => execute(context),
  });
}

const NOTHING = z.object({});

/** The functions but for those that hand the conversation over. */
export function plainFunctionsOf(
  clock: VirtualClock,
): Record<Exclude<FunctionName, 'unknown' | HandoffName>, AgentFunction<TestData>> {
  return {
    time: define(() => 'seven'),
    search: define(({ signal }) => clock.sleep(2000, signal).then(() => 'found')),
    broken: define(() => {
      throw new Error('it is broken, as configured');
    }),
    book: define(({ signal }) => clock.sleep(3000, signal).then(() => 'booked'), true),
    pay: define(() => timer(15_000, clock).pipe(map(() => 'paid')), true),
    stuck: define(() => new Promise(() => {})),
    talk: define(({ session }) => session.say(words('T0', 2))),
    goodbye: define(({ session }) => session.end()),
  };
}

export function handoffsOf(clock: VirtualClock, hire: Hire): Record<HandoffName, AgentFunction<TestData>> {
  return {
    refer: define(({ session_data }) => handoff(hire(0), { session_data })),
    refer_anew: define(({ session_data }) => handoff(hire(0), { history: 'none', session_data })),
    refer_summary: define(({ session_data }) =>
      handoff(hire(0), {
        history: 'summary',
        session_data,
        summarize: (_, { signal }) => clock.sleep(500, signal).then(() => 'what was said so far'),
      }),
    ),
    refer_slowly: define(({ session_data }) => handoff(hire(2000), { session_data })),
    refer_booked: define(
      ({ signal, session_data }) => clock.sleep(3000, signal).then(() => handoff(hire(0), { session_data })),
      true,
    ),
  };
}
