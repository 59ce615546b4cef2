import type { FunctionCall } from '../../../core/message.ts';
import type { Background } from '../../config/background.ts';
import { startBackgroundCall, type BackgroundCall, type CallPlace } from './backgroundCall.ts';
import type { ExecuteOptions } from './execute.ts';
import { findFunction } from './findFunction.ts';

/** The calls of a session that run in the background. */
export interface BackgroundCalls {
  /** Starts a call; returns the reason if the function is running and refuses another call. */
  start(call: FunctionCall, place: CallPlace, background: Background): BackgroundCall | string;
  /** Ends the calls that were asked to end. Returns their number. */
  cancel(isMeant: (call: FunctionCall) => boolean): number;
  /** Ends the calls of functions that the agent no longer has. */
  endUnknown(): void;
}

export function createBackgroundCalls(options: ExecuteOptions): BackgroundCalls {
  let running: readonly BackgroundCall[] = [];
  const end = (isMeant: (call: FunctionCall) => boolean, isAsked: boolean): number => {
    const meant = running.filter(({ call, isOver }) => !isOver && isMeant(call));
    for (const one of meant) one.end(isAsked);
    return meant.length;
  };
  const isOf =
    (name: string) =>
    ({ function: called }: FunctionCall): boolean =>
      called.name === name;
  return {
    start: (call, place, { result, duplicates }) => {
      const { name } = call.function;
      const isRunning = running.some(({ call: other, isOver }) => !isOver && isOf(name)(other));
      if (isRunning && duplicates === 'refuse') return `not executed: "${name}" is running, and its result follows`;
      if (isRunning && duplicates === 'replace') end(isOf(name), true);
      const started = startBackgroundCall(call, place, result, options);
      running = [...running, started];
      started.news.subscribe({ complete: () => (running = running.filter((other) => other !== started)) });
      return started;
    },
    cancel: (isMeant) => end(isMeant, true),
    endUnknown: () => {
      const functions = options.functions();
      end(({ function: { name } }) => findFunction(functions, name)?.background === undefined, false);
    },
  };
}
