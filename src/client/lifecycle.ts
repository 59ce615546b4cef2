import type { CallEnd, CallEvents, CallPhase } from './call.ts';
import type { Events } from './events.ts';

export type Emit = Events<CallEvents>['emit'];

/** The phase of a call and the signal that releases its resources. */
export interface Lifecycle {
  readonly phase: CallPhase;
  readonly lifetime: AbortSignal;
  enter(phase: CallPhase): void;
  /** Ends the call, at most once. Emits `end` if it is given. */
  finish(end?: CallEnd): void;
}

export function createLifecycle(emit: Emit): Lifecycle {
  const life = new AbortController();
  let phase: CallPhase = 'idle';
  const enter = (next: CallPhase): void => {
    phase = next;
    emit('state', next);
  };
  return {
    get phase() {
      return phase;
    },
    lifetime: life.signal,
    enter,
    finish: (end) => {
      if (phase === 'ended') return;
      life.abort();
      enter('ended');
      if (end !== undefined) emit('ended', end);
    },
  };
}
