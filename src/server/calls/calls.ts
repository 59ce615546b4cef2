import { setMaxListeners } from 'node:events';
import { defer, finalize, firstValueFrom, fromEvent, map, merge, of, type Observable } from 'rxjs';
import { createSessionId } from '../../session/opening/sessionId.ts';
import { monotonicScheduler } from '../../time/monotonicScheduler.ts';
import type { Caller } from '../callers/caller.ts';
import { createQuotas, type Quotas } from '../callers/quotas.ts';
import type { FoundSession } from '../checkpoints/checkpoints.ts';
import { Problem } from '../problems/problem.ts';
import type { TakenLine } from '../checkpoints/takeOver.ts';
import type { CallRecord, CallRequest, CallSetup, LiveCall } from './call.ts';
import { endCalls, endsOf, waitUntilSettled } from './endCalls.ts';
import { createEndedCalls } from './endedCalls.ts';
import { linkSignals } from './linkSignals.ts';
import { handOver } from '../checkpoints/handOver.ts';
import { callerOf, resumeCall } from './resumeCall.ts';
import { startCall } from './startCall.ts';
import { releaseLast, startClaimed, type Leave } from './startClaimed.ts';

/** The calls of one server. */
export interface Calls {
  /**
   * Starts a call. `left` fires when the caller has gone; the start is then undone.
   *
   * @throws (rejects with) the errors of `startCall`, Problem `key_concurrency_exceeded`, `at_capacity` or
   * `overloaded`, or `draining` as soon as `close` is called
   */
  start(request: CallRequest, left?: AbortSignal): Promise<LiveCall>;
  /**
   * Takes over a session from a server that has died, and waits for its client to return. `line` is the client, if it
   * uses another protocol.
   *
   * @throws (rejects with) Problem `session_elsewhere` if another server has the session, and the errors of `start`
   */
  takeOver(id: string, found: FoundSession, line?: TakenLine): Promise<LiveCall>;
  /** Finds a call whose session has not ended. */
  findLive(id: string): LiveCall | undefined;
  /** Finds a call, up to 10 minutes after its end. */
  find(id: string): CallRecord | undefined;
  /** Ends a call whose session another server has taken over, and forgets it. */
  lose(id: string): void;
  /** Returns why no call can be started now; undefined if one can. */
  refusal(): Problem | undefined;
  /**
   * Stops starting calls, tells the clients, and lets the calls finish for up to `drain_timeout`. Other servers then
   * continue the remaining sessions that are kept. Resolves when all calls have left.
   */
  drain(): Promise<void>;
  /**
   * Ends all calls. Resolves when they have ended, or after 450 ms; the remaining ones are then disconnected and
   * logged.
   */
  close(): Promise<void>;
}

export function createCalls(setup: CallSetup): Calls {
  const { scheduler = monotonicScheduler } = setup;
  const live = new Map<string, LiveCall>();
  const ended = createEndedCalls(scheduler);
  const closing = new AbortController();
  const leaves = new WeakMap<LiveCall, () => Promise<void>>();
  const track = (call: LiveCall, leave: () => Promise<void>): LiveCall => {
    leaves.set(call, leave);
    live.set(call.id, call);
    setup.observer.follow(call);
    void call.ended.then(() => {
      void leave();
      const known = live.get(call.id);
      if (known === undefined || known === call) setup.tokens.forget(call.id);
      // A call that continues elsewhere has been forgotten here, or has returned as another call.
      if (known !== call) return;
      live.delete(call.id);
      ended.add(call);
    });
    if (closing.signal.aborted) call.close('draining');
    return call;
  };
  const startOne = createStarter(setup, closing.signal, track);
  return {
    start: (request, left) => {
      const { caller, id = createSessionId() } = request;
      const start = (signal: AbortSignal) => startCall(id, request, setup, signal);
      return startOne(caller, () => releaseLast(id, setup.claim?.(id, caller), setup), start, left);
    },
    takeOver: (id, found, line) => {
      const start = (signal: AbortSignal) => resumeCall(id, found, line, setup, signal);
      return startOne(callerOf(found), () => releaseLast(id, setup.claimTaken?.(id, found.owner), setup), start);
    },
    lose: (id) => {
      const call = live.get(id);
      live.delete(id);
      call?.close('disconnected');
    },
    findLive: (id) => live.get(id),
    find: (id) => live.get(id) ?? ended.find(id),
    refusal: () => (closing.signal.aborted ? new Problem('draining') : setup.admission.refusal()),
    drain: async () => {
      closing.abort();
      const { log, timeouts } = setup;
      log.info({ sessions: live.size, drain_timeout_s: timeouts.drainMs / 1000 }, 'the server is draining');
      for (const call of live.values()) call.drain(timeouts.drainMs);
      await waitUntilSettled(timeouts.drainMs, endsOf(live.values()), scheduler);
      await handOver([...live.values()], { ...setup, scheduler, leave });
      await close();
    },
    close,
  };

  async function leave(call: LiveCall): Promise<void> {
    live.delete(call.id);
    await leaves.get(call)?.();
  }

  async function close(): Promise<void> {
    closing.abort();
    await endCalls([...live.values()], { scheduler, log: setup.log });
  }
}

type StartOne = (
  caller: Caller,
  claim: () => Promise<Leave> | undefined,
  start: (signal: AbortSignal) => Promise<LiveCall>,
  left?: AbortSignal,
) => Promise<LiveCall>;

/**
 * Creates the function that reserves capacity for a call, starts and tracks it. It rejects as soon as `closing` fires.
 */
function createStarter(
  { admission }: Pick<CallSetup, 'admission'>,
  closing: AbortSignal,
  track: (call: LiveCall, leave: () => Promise<void>) => LiveCall,
): StartOne {
  const quotas = createQuotas();
  const draining = whenAborted(closing).pipe(map(refuse));
  return (caller, claim, start, left) => {
    const { signal, release } = linkSignals(closing, left);
    const starting = defer(async () => {
      const leavePlaces = takePlaces(caller, quotas, admission);
      return startClaimed(claim(), leavePlaces, async (leaveAll) => track(await start(signal), leaveAll));
    });
    return firstValueFrom(merge(draining, starting).pipe(finalize(release)));
  };
}

/**
 * Reserves capacity for the caller and on the server. Returns a function that releases both.
 *
 * @throws Problem if there is no capacity
 */
function takePlaces(caller: Caller, quotas: Quotas, admission: CallSetup['admission']): () => void {
  const leaveQuota = quotas.take(caller);
  try {
    const leaveServer = admission.take();
    return () => [leaveServer, leaveQuota].forEach((leave) => leave());
  } catch (error) {
    leaveQuota();
    throw error;
  }
}

function whenAborted(signal: AbortSignal): Observable<unknown> {
  // One listener for each session that is being configured.
  setMaxListeners(0, signal);
  return defer(() => (signal.aborted ? of(signal.reason) : fromEvent(signal, 'abort')));
}

function refuse(): never {
  throw new Problem('draining');
}
