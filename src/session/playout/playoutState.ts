import { idlePlayHead, type PlayHead } from '../../playback/playHead.ts';
import { runningStopwatch, setRunning, type Stopwatch } from '../../time/stopwatch.ts';
import { isAway, initialClient, type Client } from './client.ts';
import { emptyLedger, type Ledger } from './ledger.ts';
import { createActiveUtterance, type ActiveUtterance } from './activeUtterance.ts';

/** The state of `playout`. */
export interface PlayoutState {
  readonly ledger: Ledger;
  /** Utterances that were sent and have not stopped, in order. */
  readonly active: readonly ActiveUtterance[];
  /** The pacing clock, in play time. */
  readonly head: PlayHead;
  /** Stands still while the client is away. */
  readonly watch: Stopwatch;
  readonly client: Client;
  readonly commands: 'open' | 'closed';
}

export const initialPlayout: PlayoutState = {
  ledger: emptyLedger,
  active: [],
  head: idlePlayHead,
  watch: runningStopwatch,
  client: initialClient,
  commands: 'open',
};

/** Creates a state from all its fields (see `Machine.create`). */
export function createPlayoutState({ ledger, active, head, watch, client, commands }: PlayoutState): PlayoutState {
  return { ledger, active, head, watch, client, commands };
}

export function withClient(state: PlayoutState, client: Client, nowMs: number): PlayoutState {
  return { ...state, client, watch: setRunning(state.watch, !isAway(client), nowMs) };
}

export function updateUtterance(
  state: PlayoutState,
  utterance: string,
  update: (one: ActiveUtterance) => ActiveUtterance,
): PlayoutState {
  const { ledger, active, head, watch, client, commands } = state;
  const at = active.findIndex((one) => one.utterance === utterance);
  const one = active[at];
  if (one === undefined) return state;
  return { ledger, active: active.with(at, createActiveUtterance(update(one))), head, watch, client, commands };
}
