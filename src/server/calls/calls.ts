import { setMaxListeners } from 'node:events';
import { defer, firstValueFrom, fromEvent, map, merge, of } from 'rxjs';
import type { Observable } from 'rxjs';
import { monotonicScheduler } from '../../core/monotonicScheduler.ts';
import { Problem } from '../problem.ts';
import { startCall } from './call.ts';
import type { Call, CallRecord, CallSetup, CallWish } from './call.ts';
import { rememberEnded } from './ended.ts';

/** The calls of one server. */
export interface Calls {
  /**
   * Starts a call.
   *
   * @throws (rejects with) what `startCall` does, or Problem `draining` as soon as the calls are being closed
   */
  start(wish: CallWish): Promise<Call>;
  /** The call of this id, while its session has not ended. */
  live(id: string): Call | undefined;
  /** What is known of it, also for a while after its end. */
  find(id: string): CallRecord | undefined;
  /** No other is started. */
  readonly closing: boolean;
  /** Ends all of them, and resolves when they have ended. */
  close(): Promise<void>;
}

export function createCalls(setup: CallSetup): Calls {
  const live = new Map<string, Call>();
  const ended = rememberEnded(setup.scheduler ?? monotonicScheduler);
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
  return {
    start: (wish) => {
      const starting = defer(() => startCall(wish, setup).then(track));
      return firstValueFrom(merge(draining, starting));
    },
    live: (id) => live.get(id),
    find: (id) => live.get(id) ?? ended.find(id),
    get closing() {
      return closing.signal.aborted;
    },
    close: async () => {
      closing.abort();
      const open = [...live.values()];
      for (const call of open) call.close('draining');
      await Promise.all(open.map((call) => call.ended));
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
