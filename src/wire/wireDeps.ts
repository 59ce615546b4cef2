import { randomUUID } from 'node:crypto';
import { monotonicScheduler } from '../time/monotonicScheduler.ts';
import { unixTime } from '../time/unixTime.ts';
import { fetchRequest } from './http.ts';
import type { WireOptions } from './options.ts';
import { openWebSocket } from './openWebSocket.ts';

/** `WireOptions` with every part there. */
export type WireDeps = { readonly [K in keyof WireOptions]-?: Exclude<WireOptions[K], undefined> };

/** The real world, but for what `options` replace. */
export function createWireDeps(options: WireOptions = {}): WireDeps {
  const { scheduler = monotonicScheduler, openSocket = openWebSocket, openRequest = fetchRequest } = options;
  const { random = Math.random, newId = undashed, wallClock = unixTime } = options;
  return { scheduler, openSocket, openRequest, random, newId, wallClock };
}

function undashed(): string {
  return randomUUID().replaceAll('-', '');
}
