import { type SchedulerLike, firstValueFrom, from, race, timer } from 'rxjs';
import type { FastifyBaseLogger } from 'fastify';
import type { Recorder } from '../../session/recording.ts';
import type { LiveCall } from './call.ts';

/** A session ends within 400 ms and a socket closes within 500 ms, so that a server closes within a second. */
const END_MS = 450;

export type EndingCall = Pick<LiveCall, 'id' | 'close' | 'ended' | 'disconnect'>;

export interface EndCallsOptions {
  readonly scheduler: SchedulerLike;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

/**
 * Ends calls because the server is shutting down. Resolves when they have ended, or after 450 ms; the remaining ones
 * are then disconnected and logged.
 */
export async function endCalls(calls: readonly EndingCall[], { scheduler, log }: EndCallsOptions): Promise<void> {
  for (const call of calls) call.close('draining');
  const left = await waitUntilSettled(END_MS, endsOf(calls), scheduler);
  for (const call of left) {
    log.error({ session_id: call.id }, `disconnecting a session that did not end within ${END_MS} ms`);
    call.disconnect();
  }
}

/** Waits until the recordings of ended calls are written. Gives up after 450 ms, and logs that. */
export async function finishRecordings(
  recorder: Pick<Recorder, 'written'> | undefined,
  { scheduler, log }: EndCallsOptions,
): Promise<void> {
  const written = async (): Promise<void> => await recorder?.written?.();
  const left = await waitUntilSettled(END_MS, new Map([[recorder, written()]]), scheduler);
  if (left.length > 0) log.error(`closing although recordings were not written within ${END_MS} ms`);
}

/** Returns each call with the promise of its end. */
export function endsOf<Call extends Pick<LiveCall, 'ended'>>(calls: Iterable<Call>): ReadonlyMap<Call, Promise<void>> {
  return new Map([...calls].map((call) => [call, call.ended]));
}

/** Waits up to `ms` for all promises to settle. Resolves with the keys of the unsettled ones. */
export async function waitUntilSettled<Key>(
  ms: number,
  promises: ReadonlyMap<Key, Promise<unknown>>,
  scheduler: SchedulerLike,
): Promise<readonly Key[]> {
  const unsettled = new Set(promises.keys());
  const settling = [...promises].map(async ([key, promise]) => {
    await Promise.allSettled([promise]);
    unsettled.delete(key);
  });
  await firstValueFrom(race(from(Promise.all(settling)), timer(ms, scheduler)));
  return [...unsettled];
}
