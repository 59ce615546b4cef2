import type { CheckpointStore } from '../../../src/core/checkpointStore.ts';
import { createMemoryCheckpoints } from '../../../src/directory/checkpoints/memoryCheckpoints.ts';
import type { CheckpointStoreSubject } from '../../../src/testing/contracts/checkpointStoreContract.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';

/** A store in memory, in virtual time, whose engine can be away. */
export async function createMemoryStoreSubject(): Promise<CheckpointStoreSubject> {
  const clock = new VirtualClock();
  let store = createMemoryCheckpoints({ scheduler: clock });
  let isAway = false;
  const use = async <T>(work: () => Promise<T>): Promise<T> => (isAway ? Promise.reject(new Error('away')) : work());
  const open = (): CheckpointStore => ({
    save: (...given) => use(() => store.save(...given)),
    load: (session) => use(() => store.load(session)),
    claim: (...given) => use(() => store.claim(...given)),
    delete: (...given) => use(() => store.delete(...given)),
    close: () => store.close(),
  });
  return {
    open,
    stop: async () => {
      isAway = true;
      store = createMemoryCheckpoints({ scheduler: clock });
    },
    start: async () => {
      isAway = false;
    },
    pause: () => clock.advance(50),
    closed: async () => undefined,
  };
}
