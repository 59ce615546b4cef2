import type { CallStatus } from '../life/callStatus.ts';
import type { BufferedAudio } from '../media/outbox.ts';
import type { CallState } from '../../core/sessionRequests.ts';
import { mapNames } from '../../core/names.ts';
import type { Usage } from '../../core/usage.ts';
import type { ProviderLabel } from './labels.ts';
import { addUsage, NO_TOTALS, type UsageTotals } from '../usage/usageTotals.ts';

/** The properties of a call that the metrics read. */
export interface MeasuredCall {
  readonly status: CallStatus;
  readonly usage: Usage;
  buffered(): BufferedAudio;
  readonly ended: Promise<void>;
}

/** Totals over all calls of a server, computed on demand. */
export interface CallTotals {
  /** Counts a call until it has ended, and then keeps its usage. */
  follow(call: MeasuredCall): void;
  countStates(): Readonly<Record<LiveState, number>>;
  usage(): UsageTotals;
  /** Returns the number of bytes that are waiting for clients to read them. */
  bufferedBytes(): number;
  droppedFrames(): number;
}

export type LiveState = Exclude<CallState, 'ended'>;

export const LIVE_STATES: readonly LiveState[] = ['created', 'connecting', 'active', 'disconnected', 'ending'];

export function createCallTotals(labelOf: ProviderLabel): CallTotals {
  const live = new Set<MeasuredCall>();
  let ended = NO_TOTALS;
  let droppedByEnded = 0;
  return {
    follow: (call) => {
      live.add(call);
      void call.ended.then(() => {
        live.delete(call);
        ended = addUsage(ended, call.usage, labelOf);
        droppedByEnded += call.buffered().droppedFrames;
      });
    },
    countStates: () => {
      const states = [...live].map(({ status }) => status.state);
      return mapNames(LIVE_STATES, (state) => states.filter((other) => other === state).length);
    },
    usage: () => [...live].reduce((sum, { usage }) => addUsage(sum, usage, labelOf), ended),
    bufferedBytes: () => sumOf(live, (call) => call.buffered().bytes),
    droppedFrames: () => droppedByEnded + sumOf(live, (call) => call.buffered().droppedFrames),
  };
}

function sumOf(calls: ReadonlySet<MeasuredCall>, amountOf: (call: MeasuredCall) => number): number {
  return [...calls].reduce((sum, call) => sum + amountOf(call), 0);
}
