import type { SessionControl } from '../../../src/session/sessionControl.ts';
import { BehaviorSubject, Subject } from 'rxjs';
import * as z from 'zod';
import type { AntiphonError } from '../../../src/core/errors.ts';
import type { FunctionCall } from '../../../src/core/message.ts';
import type { EndReason, TurnEvent } from '../../../src/core/turn.ts';
import { defineFunction } from '../../../src/session/agent.ts';
import type { AgentFunction, FunctionContext } from '../../../src/session/sessionControl.ts';
import { functions, type FunctionsOptions } from '../../../src/session/standardStages/functions.ts';
import type { FunctionEvent } from '../../../src/session/stages.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';

/** A function that does this, whatever it is given. */
export function doing(
  execute: (args: unknown, context: FunctionContext<never>) => unknown,
  options: { readonly uninterruptible?: boolean; readonly timeout?: number } = {},
): AgentFunction<object> {
  return defineFunction({ description: 'does it', parameters: z.looseObject({}), execute, ...options });
}

export function call(name: string, json = '{}', id: string = name): FunctionCall {
  return { id, type: 'function', function: { name, arguments: json } };
}

export function round(calls: readonly FunctionCall[], number = 0, turn = 0): TurnEvent {
  return { kind: 'round', turn, round: number, calls };
}

/** Calls that are executed under virtual time, in the hands of the test. */
export interface Desk {
  readonly clock: VirtualClock;
  readonly reply: Subject<TurnEvent>;
  readonly open: BehaviorSubject<boolean>;
  readonly ended: Subject<{ readonly turn: number; readonly reason: EndReason }>;
  readonly settle: Subject<string>;
  readonly events: FunctionEvent[];
  /** What happened as `ms called a b` and `ms a: result, b: result`; calls by their ids. */
  readonly log: string[];
  readonly reported: AntiphonError[];
  /** Calls these functions, by name, in one round. */
  ask(...names: readonly string[]): void;
  close(): void;
}

export function desk(
  known: Readonly<Record<string, AgentFunction<object>>>,
  options: Partial<FunctionsOptions> = {},
  heed: (event: FunctionEvent) => void = () => {},
): Desk {
  const clock = new VirtualClock();
  const open = new BehaviorSubject(true);
  const [reply, settle] = [new Subject<TurnEvent>(), new Subject<string>()];
  const ended: Desk['ended'] = new Subject();
  const [events, log, reported]: [FunctionEvent[], string[], AntiphonError[]] = [[], [], []];
  const context: FunctionsOptions['context'] = ({ id }, signal) => ({
    session_data: undefined as never,
    signal,
    tool_call_id: id,
    session: CONTROL,
    acknowledge: () => {},
    progress: () => {},
  });
  const all: FunctionsOptions = {
    functions: () => known,
    context,
    open,
    ended,
    settle,
    maxRounds: 1,
    report: (error) => reported.push(error),
    scheduler: clock,
    ...options,
  };
  const running = reply.pipe(functions(all)).subscribe((event) => {
    events.push(event);
    log.push(`${clock.now()} ${write(event)}`);
    heed(event);
  });
  const ask = (...names: readonly string[]): void => reply.next(round(names.map((name) => call(name))));
  return { clock, reply, open, ended, settle, events, log, reported, ask, close: () => running.unsubscribe() };
}

/** `code message` of what was reported. */
export function reports({ reported }: Desk): readonly string[] {
  return reported.map(({ code, message }) => `${code} ${message}`);
}

function write(event: FunctionEvent): string {
  if (event.kind === 'calls') return `called ${event.calls.calls.map(({ id }) => id).join(' ')}`;
  return event.results.results.map((result) => `${result.tool_call_id}: ${result.content}`).join(', ');
}

const none = async (): Promise<void> => undefined;
const CONTROL: SessionControl = {
  id: 'ses_test',
  say: () => {},
  interrupt: () => {},
  respond: () => {},
  addMessages: () => {},
  cancel: () => {},
  update: () => {},
  end: () => {},
  sendDigits: none,
  transfer: none,
  hangUp: none,
};
