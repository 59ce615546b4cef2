import { randomUUID } from 'node:crypto';
import { monotonicScheduler } from '../time/monotonicScheduler.ts';
import { unixTime } from '../time/unixTime.ts';
import { fetched } from './http.ts';
import type { WorldOptions } from './options.ts';
import { webSocket } from './webSocket.ts';

/** `WorldOptions` with every part there. */
export type World = { readonly [K in keyof WorldOptions]-?: Exclude<WorldOptions[K], undefined> };

/** The real world, but for what `options` replace. */
export function worldOf(options: WorldOptions = {}): World {
  const { scheduler = monotonicScheduler, openSocket = webSocket, openRequest = fetched } = options;
  const { random = Math.random, newId = undashed, wallClock = unixTime } = options;
  return { scheduler, openSocket, openRequest, random, newId, wallClock };
}

function undashed(): string {
  return randomUUID().replaceAll('-', '');
}
