import { firstValueFrom, from, race, timer, type SchedulerLike } from 'rxjs';

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
