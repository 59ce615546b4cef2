import { openedSince } from '../../server/faults/openResources.ts';
import type { RtcServer } from './serveRtc.ts';
import { countThreads, openInThreads } from './threads.ts';

/** Resolves when no socket, timer or thread of a server is left. What stays open ends the test by its timeout. */
export async function untilNothingIsOpen({ app }: RtcServer, before: readonly string[]): Promise<void> {
  while (openInThreads().length > 0) await nextTurn();
  await app.close();
  while (openedSince(before).length > 0 || countThreads() > 0) await nextTurn();
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
