import { timer, map } from 'rxjs';
import * as z from 'zod';
import { defineFunction, type Agent } from '../../src/session/agent.ts';
import type { AgentFunction, FunctionContext } from '../../src/session/sessionControl.ts';
import { handoff } from '../../src/session/agentCode/handoff.ts';
import type { DoubleOptions } from './scenarioParts.ts';
import {
  BACKGROUND,
  BACKGROUND_TIMEOUT,
  words,
  type BackgroundName,
  type BackgroundWork,
  type FunctionName,
  type HandoffName,
  type Scenario,
  type TestData,
} from './scenario.ts';

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
      ...(name in BACKGROUND && { background: BACKGROUND[name as BackgroundName], timeout: BACKGROUND_TIMEOUT }),
      execute: (_, context) => {
        const { tool_call_id, signal } = context;
        log({ of: 'executing', value: name as Name });
        log({ of: 'call', value: { kind: 'begun', id: tool_call_id, name: name as Name } });
        signal.addEventListener('abort', () =>
          log({ of: 'call', value: { kind: 'aborted', id: tool_call_id, name: name as Name } }),
        );
        return execute(context);
      },
    }),
  ]);
  return Object.fromEntries(defined) as Functions<Name>;
}

const NOTHING = z.object({});

const UNINTERRUPTIBLE: ReadonlySet<string> = new Set<FunctionName>(['book', 'pay', 'refer_booked']);

type PlainName = Exclude<FunctionName, 'unknown' | 'cancel_renew' | HandoffName | BackgroundName>;

/** The functions of the agent that the model waits for, but for those that hand the conversation over. */
export function plainFunctionsOf(doubled: DoubleOptions): Functions<PlainName> {
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

/** The functions in the background. Each call does the next work of the scenario. */
export function backgroundOf({ works = [] }: Scenario, doubled: DoubleOptions): Functions<BackgroundName> {
  let calls = 0;
  const execute: Execute = (context) => {
    const n = calls++;
    return work(
      `B${n}`,
      works.length === 0 ? PLAIN_WORK : (works[n % works.length] as BackgroundWork),
      context,
      doubled,
    );
  };
  const names = Object.keys(BACKGROUND) as BackgroundName[];
  return defineAll(
    Object.fromEntries(names.map((name) => [name, execute])) as Record<BackgroundName, Execute>,
    doubled,
  );
}

const PLAIN_WORK: BackgroundWork = {
  ms: 4000,
  ends: 'returns',
  isDeaf: false,
  acknowledges: false,
  reports: 0,
  says: false,
};

/** What a call says first of what it does. */
export const BEGUN = 'it has begun';

function work(
  name: string,
  { ms, ends, isDeaf, acknowledges, reports, says }: BackgroundWork,
  { signal, acknowledge, progress }: FunctionContext<TestData>,
  { scheduler: clock }: DoubleOptions,
): unknown {
  if (acknowledges) acknowledge(BEGUN);
  if (ends === 'answers at once') return `${name} is done`;
  if (ends === 'fails at once') throw new Error('it fails, as configured');
  if (ends === 'never') return new Promise(() => {});
  const sleep = (): Promise<unknown> => (isDeaf ? clock.sleep(ms / 2) : clock.sleep(ms / 2, signal));
  return sleep()
    .then(() => {
      for (let n = 0; n < reports; n += 1)
        progress(`${name}w${n}`, { say: says === true ? true : says && `${name}w${n}.` });
      return sleep();
    })
    .then(() => {
      if (ends === 'fails') throw new Error('it fails, as configured');
      return `${name} is done`;
    });
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
