import { createHook } from 'node:async_hooks';
import { Observable, type OperatorFunction } from 'rxjs';
import type { EdgeName } from '../../session/edges.ts';
import { toSettings } from '../../session/splices/createSplices.ts';
import type { Splice, Splices, SpliceSettings } from '../../session/splices/splice.ts';
import type { StageContext, Stages } from '../../session/stages.ts';
import { currentCaller, runAs, watchTimersOf, type Caller } from '../../time/caller.ts';

/** A watch that finds the code that sets timers in real time. */
export interface TimerWatch {
  /** Wraps the splices, each under its name. */
  splices(splices: Splices | undefined): Splices | undefined;
  stages(stages: Stages | undefined): Stages | undefined;
  /** Returns the names of the code that has set timers, each with its longest timer in ms. */
  found(): ReadonlyMap<string, number>;
  stop(): void;
}

/** Watches the timers of the process until stopped. Ignores timers of code without a name. */
export function watchTimers(): TimerWatch {
  const longest = new Map<string, number>();
  const add = (caller: Caller | undefined, ms: number): void => {
    const name = caller?.timerName;
    if (name !== undefined) longest.set(name, Math.max(longest.get(name) ?? 0, ms));
  };
  const hook = createHook({
    init: (_id, type, _trigger, timer) => {
      if (type === 'Timeout') add(currentCaller(), (timer as { readonly _idleTimeout?: number })._idleTimeout ?? 0);
    },
  });
  hook.enable();
  const stopWatching = watchTimersOf(add);
  return {
    splices: (splices) =>
      mapParts(splices, (splice, edge) => runSpliceAs(createCaller(`the splice at "${edge}"`), splice as never)),
    stages: (stages) =>
      mapParts(stages, (stage, name) => runStageAs(createCaller(`the stage "${name}"`), stage as never)),
    found: () => longest,
    stop: () => {
      hook.disable();
      stopWatching();
    },
  };
}

/** Creates a named caller that virtual time does not wait for. */
export function createCaller(timerName: string): Caller {
  return { timerName, onSchedule: () => {} };
}

function mapParts<T extends object>(
  parts: T | undefined,
  map: (part: unknown, name: string) => unknown,
): T | undefined {
  if (parts === undefined) return undefined;
  const given = Object.entries(parts).filter(([, part]) => part !== undefined);
  return Object.fromEntries(given.map(([name, part]) => [name, map(part, name)])) as T;
}

type Stage = (
  context: StageContext,
  standard: () => OperatorFunction<unknown, unknown>,
) => OperatorFunction<unknown, unknown>;

function runStageAs(caller: Caller, stage: Stage): Stage {
  return (context, standard) => {
    const edges = mapParts(context.edges, (edge) => subscribeAs(edge as Observable<unknown>, undefined, caller));
    const seen: StageContext = Object.create(context, { edges: { value: edges } }) as StageContext;
    // The output of the standard stage counts as the stage's own.
    const runStandard = (): OperatorFunction<unknown, unknown> => {
      const operator = standard();
      return (source) => subscribeAs(operator(source), caller, caller);
    };
    return runOperatorAs(
      caller,
      runAs(caller, () => stage(seen, runStandard)),
    );
  };
}

function runSpliceAs(caller: Caller, splice: Splice<EdgeName>): SpliceSettings<EdgeName> {
  const { operator, ...settings } = toSettings(splice);
  return {
    ...settings,
    operator: (source, session) =>
      runOperatorAs(caller, (values) => operator(values as Observable<never>, session))(source) as Observable<never>,
  };
}

function runOperatorAs(
  caller: Caller,
  operator: OperatorFunction<unknown, unknown>,
): OperatorFunction<unknown, unknown> {
  return (source) => subscribeAs(operator(subscribeAs(source, undefined, caller)), caller, undefined);
}

/** Subscribes as one caller and emits as another. */
export function subscribeAs<T>(
  source: Observable<T>,
  subscribes: Caller | undefined,
  receives: Caller | undefined,
): Observable<T> {
  return new Observable((subscriber) =>
    runAs(subscribes, () =>
      source.subscribe({
        next: (value) => runAs(receives, () => subscriber.next(value)),
        error: (error: unknown) => runAs(receives, () => subscriber.error(error)),
        complete: () => runAs(receives, () => subscriber.complete()),
      }),
    ),
  );
}
