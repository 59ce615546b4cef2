import { idlePlayHead } from '../../playback/playHead.ts';
import type { PlayHead } from '../../playback/playHead.ts';
import { goingStopwatch, runStopwatch } from '../../time/stopwatch.ts';
import type { Stopwatch } from '../../time/stopwatch.ts';
import { isAway, newClient } from './client.ts';
import type { Client } from './client.ts';
import { emptyLedger } from './ledger.ts';
import type { Ledger } from './ledger.ts';
import { soundingShape } from './sounding.ts';
import type { Sounding } from './sounding.ts';

/** All that `playout` knows. */
export interface Playback {
  readonly ledger: Ledger;
  /** Those that were sent and have not stopped, in order. */
  readonly sounding: readonly Sounding[];
  /** The pacing clock, in play time. */
  readonly head: PlayHead;
  /** Stands still while the client is away. */
  readonly watch: Stopwatch;
  readonly client: Client;
  readonly commands: 'open' | 'closed';
}

export const idlePlayback: Playback = {
  ledger: emptyLedger,
  sounding: [],
  head: idlePlayHead,
  watch: goingStopwatch,
  client: newClient,
  commands: 'open',
};

export function withClient(state: Playback, client: Client, nowMs: number): Playback {
  return { ...state, client, watch: runStopwatch(state.watch, !isAway(client), nowMs) };
}

export function withSounding(state: Playback, utterance: string, how: (one: Sounding) => Sounding): Playback {
  const { ledger, sounding, head, watch, client, commands } = state;
  const at = sounding.findIndex((one) => one.utterance === utterance);
  const one = sounding[at];
  if (one === undefined) return state;
  return { ledger, sounding: sounding.with(at, soundingShape(how(one))), head, watch, client, commands };
}
