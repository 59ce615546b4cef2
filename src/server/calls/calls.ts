import { setMaxListeners } from 'node:events';
import { defer, firstValueFrom, fromEvent, map, merge, of } from 'rxjs';
import type { Observable } from 'rxjs';
import { monotonicScheduler } from '../../time/monotonicScheduler.ts';
import { Problem } from '../problem.ts';
import { startCall } from './call.ts';
import type { Call, CallRecord, CallSetup, CallRequest } from './call.ts';
import { createEndedCalls } from './endedCalls.ts';
import { waitUntilSettled } from './waitUntilSettled.ts';

/** The calls of one server. */
export interface Calls {
  /**
   * Starts a call.
   *
   * @throws (rejects with) what `startCall` does, or Problem `draining` as soon as the calls are being closed
   */
  start(wish: CallRequest): Promise<Call>;
  /** The call of this id, while its session has not ended. */
  findLive(id: string): Call | undefined;
  /** What is known of it, also for a while after its end. */
  find(id: string): CallRecord | undefined;
  /** No other is started. */
  readonly isClosing: boolean;
  /** Ends all of them, and resolves when they have ended; one that has not after 450 ms is dropped, and logged. */
  close(): Promise<void>;
}

/** The session's own deadline is 400 ms. A client's socket then has 500 ms to close, and the whole a second. */
const CLOSE_MS = 450;

export function createCalls(setup: CallSetup): Calls {
  const { log, scheduler = monotonicScheduler } = setup;
  const live = new Map<string, Call>();
  const ended = createEndedCalls(scheduler);
  const closing = new AbortController();
  const draining = whenAborted(closing.signal).pipe(map(refuse));
  const track = (call: Call): Call => {
    live.set(call.id, call);
    void call.ended.then(() => {
      live.delete(call.id);
      ended.add(call);
    });
    if (closing.signal.aborted) call.close('draining');
    return call;
  };
  const drop = (call: Call): void => {
    log.error({ session_id: call.id }, `a session has not ended within ${CLOSE_MS} ms: it is dropped`);
    call.disconnect();
  };
  return {
    start: (wish) => {
      const starting = defer(() => startCall(wish, setup).then(track));
      return firstValueFrom(merge(draining, starting));
    },
    findLive: (id) => live.get(id),
    find: (id) => live.get(id) ?? ended.find(id),
    get isClosing() {
      return closing.signal.aborted;
    },
    close: async () => {
      closing.abort();
      const open = [...live.values()];
      for (const call of open) call.close('draining');
      const left = await waitUntilSettled(CLOSE_MS, new Map(open.map((call) => [call, call.ended])), scheduler);
      left.forEach(drop);
    },
  };
}

function whenAborted(signal: AbortSignal): Observable<unknown> {
  // One for each session that is being configured: as many as there are.
  setMaxListeners(0, signal);
  return defer(() => (signal.aborted ? of(signal.reason) : fromEvent(signal, 'abort')));
}

function refuse(): never {
  throw new Problem('draining');
}
