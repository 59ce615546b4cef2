import { timer, map } from 'rxjs';
import * as z from 'zod';
import { defineFunction, type Agent } from '../../src/session/agent.ts';
import type { AgentFunction, FunctionContext } from '../../src/session/sessionControl.ts';
import { handoff } from '../../src/session/agentCode/handoff.ts';
import type { DoubleOptions } from './scenarioParts.ts';
import { words, type FunctionName, type HandoffName, type TestData } from './scenario.ts';

type Execute = (context: FunctionContext<TestData>) => unknown;

/** Creates an agent to which a conversation is handed; its config takes so long. */
export type Hire = (configMs: number) => Agent<TestData>;

type Functions<Name extends FunctionName> = Record<Name, AgentFunction<TestData>>;

/** Defines functions that log when they begin to run. */
function defineAll<Name extends FunctionName>(
  functions: Record<Name, Execute>,
  { log }: DoubleOptions,
): Functions<Name> {
  const defined = Object.entries<Execute>(functions).map(([name, execute]) => [
    name,
    defineFunction<typeof NOTHING, TestData>({
      description: 'a function',
      parameters: NOTHING,
      uninterruptible: UNINTERRUPTIBLE.has(name),
      execute: (_, context) => {
        log({ of: 'executing', value: name as Name });
        return execute(context);
      },
    }),
  ]);
  return Object.fromEntries(defined) as Functions<Name>;
}

const NOTHING = z.object({});

const UNINTERRUPTIBLE: ReadonlySet<string> = new Set<FunctionName>(['book', 'pay', 'refer_booked']);

/** The functions but for those that hand the conversation over. */
export function plainFunctionsOf(doubled: DoubleOptions): Functions<Exclude<FunctionName, 'unknown' | HandoffName>> {
  const { scheduler: clock } = doubled;
  return defineAll(
    {
      time: () => 'seven',
      search: ({ signal }) => clock.sleep(2000, signal).then(() => 'found'),
      broken: () => {
        throw new Error('it is broken, as configured');
      },
      book: ({ signal }) => clock.sleep(3000, signal).then(() => 'booked'),
      pay: () => timer(15_000, clock).pipe(map(() => 'paid')),
      stuck: () => new Promise(() => {}),
      talk: ({ session }) => session.say(words('T0', 2)),
      goodbye: ({ session }) => session.end(),
    },
    doubled,
  );
}

export function handoffsOf(doubled: DoubleOptions, hire: Hire): Functions<HandoffName> {
  const { scheduler: clock } = doubled;
  return defineAll(
    {
      refer: ({ session_data }) => handoff(hire(0), { session_data }),
      refer_anew: ({ session_data }) => handoff(hire(0), { history: 'none', session_data }),
      refer_summary: ({ session_data }) =>
        handoff(hire(0), {
          history: 'summary',
          session_data,
          summarize: (_, { signal }) => clock.sleep(500, signal).then(() => 'what was said so far'),
        }),
      refer_slowly: ({ session_data }) => handoff(hire(2000), { session_data }),
      refer_booked: ({ signal, session_data }) =>
        clock.sleep(3000, signal).then(() => handoff(hire(0), { session_data })),
    },
    doubled,
  );
}
