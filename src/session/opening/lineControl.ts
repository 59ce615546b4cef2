import {
  defer,
  filter,
  firstValueFrom,
  map,
  merge,
  of,
  switchMap,
  take,
  timer,
  type Observable,
  type SchedulerLike,
} from 'rxjs';
import { AntiphonError } from '../../core/errors.ts';
import { messageOf } from '../../core/messageOf.ts';
import type { LineActions } from '../../core/ports.ts';
import type { LineActionOptions, SessionControl } from '../sessionControl.ts';
import type { SessionEndReason } from '../floor/types.ts';
import type { AgentState } from '../states/agentState.ts';

/** The actions that a session can request of its line. */
export type LineControl = Pick<SessionControl, 'sendDigits' | 'transfer' | 'hangUp'>;

export interface LineControlOptions {
  readonly actions: LineActions | undefined;
  readonly scheduler: SchedulerLike;
  /** The agent's state; late subscribers receive the latest. */
  readonly agentState: Observable<AgentState>;
  /** Emits when the session is to end, and when it has ended. */
  readonly ended: Observable<unknown>;
  readonly end: (reason: SessionEndReason) => void;
  readonly report: (error: AntiphonError) => void;
}

type Action = keyof LineControl;

const TIMEOUT_MS = 10_000;
const MAX_DIGITS = 64;
const MAX_TARGET = 256;

/** Creates the control of a line. Each failure is also reported, so an action need not be awaited. */
export function createLineControl(options: LineControlOptions): LineControl {
  const { actions = {}, agentState, end } = options;
  const isQuiet = agentState.pipe(filter((state) => state === 'idle'));
  const when = ({ after = 'speech' }: LineActionOptions = {}): Observable<unknown> =>
    after === 'now' ? of(null) : isQuiet;
  const run = (action: Action, steps: Steps): Promise<void> => settle(carryOut(action, steps, options), options.report);
  return {
    sendDigits: (digits) => {
      const check = (): void => checkDigits(digits);
      return run('sendDigits', {
        check,
        begin: of(null),
        act: actions.sendDigits && ((signal) => actions.sendDigits?.(digits, signal)),
      });
    },
    transfer: (target, after) => {
      const check = (): void => checkTarget(target);
      const act = actions.transfer && ((signal: AbortSignal) => actions.transfer?.(target, signal));
      return run('transfer', { check, begin: when(after), act, done: () => end('transferred') });
    },
    hangUp: (after) => {
      const act = actions.hangUp && ((signal: AbortSignal) => actions.hangUp?.(signal));
      return run('hangUp', { begin: when(after), act, done: () => end('agent_ended') });
    },
  };
}

interface Steps {
  /** @throws AntiphonError for invalid arguments */
  readonly check?: () => void;
  /** Emits when the action may begin. */
  readonly begin: Observable<unknown>;
  /** Undefined: the line does not support it. */
  readonly act: ((signal: AbortSignal) => PromiseLike<unknown> | undefined) | undefined;
  readonly done?: () => void;
}

async function carryOut(action: Action, steps: Steps, { scheduler, ended }: LineControlOptions): Promise<void> {
  const { check, begin, act, done } = steps;
  check?.();
  if (act === undefined) throw createUnsupported(action);
  const controller = new AbortController();
  const late = timer(TIMEOUT_MS, scheduler).pipe(
    map(() => createFailure(action, `the line has not answered within ${TIMEOUT_MS / 1000} s`)),
  );
  const answered = defer(async () => act(controller.signal)).pipe(map(() => undefined));
  const over = ended.pipe(map(() => createFailure(action, 'the session ends')));
  const outcome = merge(
    over,
    begin.pipe(
      take(1),
      switchMap(() => merge(answered, late)),
    ),
  );
  const failure = await firstValueFrom(outcome).catch((cause: unknown) =>
    createFailure(action, messageOf(cause), cause),
  );
  controller.abort();
  if (failure !== undefined) throw failure;
  done?.();
}

/** Reports a failure, and prevents one that is not awaited from ending the process. */
function settle(work: Promise<void>, report: LineControlOptions['report']): Promise<void> {
  work.catch((error: unknown) => report(error as AntiphonError));
  return work;
}

function createUnsupported(action: Action): AntiphonError {
  return new AntiphonError('line_action_unsupported', `${action}(): the line of this session cannot do that`, {
    path: action,
  });
}

function createFailure(action: Action, reason: string, cause?: unknown): AntiphonError {
  return new AntiphonError('line_action_failed', `${action}(): ${reason}`, { path: action, cause });
}

function checkDigits(digits: unknown): void {
  const isValid = typeof digits === 'string' && digits.length <= MAX_DIGITS && /^[\d*#A-Dw]+$/u.test(digits);
  if (!isValid) refuse('sendDigits', `1 to ${MAX_DIGITS} of 0 to 9, *, #, A to D and w`);
}

function checkTarget(target: unknown): void {
  const isValid = typeof target === 'string' && target.length >= 1 && target.length <= MAX_TARGET;
  if (!isValid) refuse('transfer', `a target of 1 to ${MAX_TARGET} characters`);
}

function refuse(action: Action, expected: string): never {
  throw new AntiphonError('usage_invalid', `${action}(): expected ${expected}, got something else`, { path: action });
}
