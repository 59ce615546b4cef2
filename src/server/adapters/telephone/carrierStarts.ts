import type { Caller } from '../../callers/caller.ts';
import type { Quotas } from '../../callers/quotas.ts';
import type { LiveCall } from '../../calls/call.ts';
import { createExpiringMap } from '../../common/expiringMap.ts';
import { defaultFormats } from '../../protocols/formats.ts';
import type { ConfirmStart, KeyedRequest } from '../../idempotency/idempotentStarts.ts';
import { Problem } from '../../problems/problem.ts';
import type { Carrier, CarrierCall } from './carrier.ts';
import { connectCall, type CarrierServices } from './carrierCalls.ts';

/** Starts the sessions for a carrier's calls. */
export interface CarrierStarts {
  /** Returns the alias under which other nodes know the start of a call; undefined for a call without an id. */
  aliasOf(call: CarrierCall, session?: string): string | undefined;
  /**
   * Starts the session of a call once, and returns the answer that connects the call to it. An identical request
   * receives the same answer for 10 minutes. `session` is the session to which the call could not return.
   *
   * @throws (rejects with) Problem `rate_limited` or `at_capacity` if the carrier has started too many calls, and the
   * errors of starts
   */
  answer(call: CarrierCall, left: AbortSignal, session?: string): Promise<string>;
}

const KEEP_MS = 600_000;
const MAX_ANSWERS = 10_000;

export function createCarrierStarts(carrier: Carrier, services: CarrierServices): CarrierStarts {
  const { starts, calls, scheduler } = services;
  const answers = createExpiringMap<Promise<string>>({ keepMs: KEEP_MS, maxEntries: MAX_ANSWERS, scheduler });
  const connect = (id: string): Promise<string> => {
    const known = answers.get(id);
    if (known !== undefined) return known;
    const call = calls.findLive(id);
    if (call === undefined) return Promise.resolve(carrier.returning.hangUp);
    const answer = connectCall(carrier, call, services);
    answers.set(id, answer);
    return answer;
  };
  const keyOf = (call: CarrierCall, session: string): KeyedRequest | undefined => {
    const id = call[carrier.returning.key];
    return typeof id === 'string' ? { owner: ownerOf(carrier), key: `${id} ${session}`, body: '' } : undefined;
  };
  return {
    aliasOf: (call, session = '') => {
      const key = keyOf(call, session);
      return key && starts.aliasOf(key);
    },
    answer: async (call, left, session = '') => {
      const key = keyOf(call, session);
      const start = (signal: AbortSignal, confirm?: ConfirmStart): Promise<LiveCall> =>
        startCarrierCall(carrier, { call, confirm }, services, signal);
      return key === undefined
        ? connectCall(carrier, await start(left), services)
        : connect(await starts.start(key, start, left));
    },
  };
}

/** Returns the owner of a carrier's sessions, a name that no API key or caller of `authenticate` can have. */
function ownerOf({ adapter }: Carrier): string {
  return `(${adapter.protocol})`;
}

async function startCarrierCall(
  carrier: Carrier,
  { call, confirm }: { readonly call: CarrierCall; readonly confirm: ConfirmStart | undefined },
  { calls, takeOvers, rates, places, maxSessions }: CarrierServices,
  left: AbortSignal,
): Promise<LiveCall> {
  const { adapter, settings, actions } = carrier;
  const caller = { name: ownerOf(carrier), scopes: ['sessions:start'] } as const;
  rates.countStart({ ...caller, max_starts_per_minute: settings.maxStartsPerMinute });
  const leave = takePlace({ ...caller, max_sessions: Math.ceil(settings.maxShare * maxSessions) }, places);
  const audio = defaultFormats(adapter.capabilities.audio);
  const line = { adapter, audio, actions: actions?.(call), returns: takeOvers !== undefined };
  try {
    const request = { caller, custom_data: call, ...line, max_duration: settings.maxDurationS, confirm };
    const started = await calls.start(request, left);
    void started.ended.then(leave);
    return started;
  } catch (error) {
    leave();
    throw error;
  }
}

/**
 * Reserves a session on this server: a limit of the caller would apply to all nodes together.
 *
 * @throws Problem `at_capacity`; other nodes may have capacity
 */
function takePlace(caller: Caller, places: Quotas): () => void {
  try {
    return places.take(caller);
  } catch (error) {
    throw new Problem('at_capacity', [], error);
  }
}
