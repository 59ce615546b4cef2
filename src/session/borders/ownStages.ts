import {
  catchError,
  concat,
  defer,
  identity,
  isObservable,
  throwError,
  type Observable,
  type OperatorFunction,
} from 'rxjs';
import type { AntiphonError } from '../../core/errors.ts';
import { mapNames } from '../../core/names.ts';
import { describeKind } from '../../core/describeInput.ts';
import { checkedFrames } from './checkedFrames.ts';
import {
  STAGES,
  type Stage,
  type StageContext,
  type StageFactories,
  type StageName,
  type StageOperators,
  type Stages,
} from '../stages.ts';
import type { Contain } from '../containment/containment.ts';
import type { PartSession } from '../partSession.ts';
import { createPart, type Part } from '../containment/part.ts';

/** The stages that a call can do without. */
const OPTIONAL: ReadonlySet<StageName> = new Set(['endpointing', 'interruption', 'digits']);

/** Stages that emit audio. */
const WITH_FRAMES: ReadonlySet<StageName> = new Set(['vad', 'speak', 'pace']);

/** Wraps or replaces stages of `standard` with those of `own`, whose code is contained. */
export function withStages(
  standard: StageFactories,
  own: Stages = {},
  { session, contain }: OwnStagesOptions,
): StageFactories {
  const stage =
    <Name extends StageName>(name: Name) =>
    (context: StageContext): StageOperators[Name] => {
      const given: Stage<Name> | undefined = own[name];
      if (given === undefined) return standard[name](context);
      return createStage(name, given, standard, { context: { ...context, session }, contain });
    };
  return mapNames(STAGES, stage) as StageFactories;
}

export interface OwnStagesOptions {
  readonly session: PartSession;
  readonly contain: Contain;
}

interface CreateOptions {
  readonly context: StageContext;
  readonly contain: Contain;
}

/** Creates a stage. @throws AntiphonError `stage_failed`, naming the stage */
function createStage<Name extends StageName>(
  name: Name,
  given: Stage<Name>,
  standard: StageFactories,
  { context, contain }: CreateOptions,
): StageOperators[Name] {
  const { report } = context;
  const path = `stages.${name}`;
  const part = createPart({ label: `stage "${name}" (yours)`, path, code: 'stage_failed', report, contain });
  const operator = callFactory(part, () => given(containContext(context, part), () => standard[name](context)));
  const contained = part.operator(operator as OperatorFunction<unknown, unknown>);
  return ((source: Observable<unknown>) =>
    contained(source).pipe(
      WITH_FRAMES.has(name) ? checkedFrames() : identity,
      whenOver(name, part, report),
    )) as StageOperators[Name];
}

function callFactory(part: Part, create: () => unknown): unknown {
  let operator: unknown;
  try {
    operator = part.run(create);
  } catch (thrown) {
    throw part.createError(thrown);
  }
  if (typeof operator === 'function') return operator;
  throw part.describe('stage_failed', `returned ${describeKind(operator)} instead of an operator`);
}

/**
 * Names the stage in its errors. Reports a stage that completes before the session, and fails it unless calls can do
 * without it.
 */
function whenOver<T>(name: StageName, part: Part, report: (error: AntiphonError) => void): OperatorFunction<T, T> {
  const isOptional = OPTIONAL.has(name);
  const completed = defer(() => {
    const error = part.describe('stage_failed', 'completed before the session ended', { failure: !isOptional });
    if (!isOptional) return throwError(() => error);
    report(error);
    return [];
  });
  return (output) =>
    concat(output, completed).pipe(catchError((cause: unknown) => throwError(() => part.createError(cause))));
}

/**
 * Wraps the context so that Observables that a stage subscribes to enter the part, and functions that it calls leave
 * it.
 */
function containContext(context: StageContext, part: Part): StageContext {
  const { edges, floor, scheduler, ticks } = context;
  return {
    ...wrapParts(context, part),
    edges: wrapParts(edges, part),
    floor: wrapParts(floor, part),
    scheduler: part.scheduler(scheduler),
    ticks: part.scheduler(ticks),
  };
}

/** Wraps the Observables and functions among the values of an object. */
function wrapParts<T extends object>(values: T, part: Part): T {
  const wrap = (value: unknown): unknown => {
    if (isObservable(value)) return part.into(value);
    return typeof value === 'function' ? part.leave(value as () => void) : value;
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, wrap(value)])) as T;
}
