import { checkOptions } from '../core/checkOptions.ts';
import type { NameSet } from '../core/names.ts';
import type { SchedulerLike } from 'rxjs';
import { monotonicScheduler } from '../time/monotonicScheduler.ts';
import { unixTime } from '../time/unixTime.ts';
import { fetchRequest, type OpenRequest } from './http.ts';
import { openWebSocket } from './openWebSocket.ts';
import type { OpenSocket } from './socket.ts';

/** The clock, network and randomness of an adapter. Every part has a default; tests pass their own. */
export interface AdapterOptions {
  /** Times every wait. @default monotonicScheduler */
  readonly scheduler?: SchedulerLike | undefined;
  /** @default openWebSocket */
  readonly openSocket?: OpenSocket | undefined;
  /** @default fetchRequest; for TTS, a version that keeps connections between requests */
  readonly openRequest?: OpenRequest | undefined;
  /** Returns a number from 0 to 1, for jitter. @default Math.random */
  readonly random?: (() => number) | undefined;
  /** Returns a new ID of 32 hexadecimal digits. @default a random UUID without its dashes */
  readonly newId?: (() => string) | undefined;
  /** Returns Unix time in ms, for wires that transmit it. Nothing is timed by it. @default the wall clock */
  readonly wallClock?: (() => number) | undefined;
}

/** `AdapterOptions` with the defaults filled in. */
export type WireDeps = { readonly [K in keyof AdapterOptions]-?: Exclude<AdapterOptions[K], undefined> };

const OPTIONS: NameSet<keyof AdapterOptions> = {
  scheduler: true,
  openSocket: true,
  openRequest: true,
  random: true,
  newId: true,
  wallClock: true,
};

/** @throws AntiphonError `usage_invalid` for an unknown option */
export function createWireDeps(options: AdapterOptions = {}): WireDeps {
  checkOptions('options', options, OPTIONS);
  const { scheduler = monotonicScheduler, openSocket = openWebSocket, openRequest = fetchRequest } = options;
  const { random = Math.random, newId = createId, wallClock = unixTime } = options;
  return { scheduler, openSocket, openRequest, random, newId, wallClock };
}

function createId(): string {
  return crypto.randomUUID().replaceAll('-', '');
}
