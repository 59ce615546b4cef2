import { Problem } from '../problems/problem.ts';
import type { AdmissionLimits } from './limits.ts';
import type { LoopMonitor } from './loopMonitor.ts';

/** Decides whether the server accepts another session. */
export interface Admission {
  /**
   * Reserves capacity for a session, including while it is being configured. Returns a function that releases it, once.
   *
   * @throws Problem `at_capacity` or `overloaded`
   */
  take(): () => void;
  /** Returns why the server is not ready; undefined if it is. */
  refusal(): Problem | undefined;
}

export interface AdmissionOptions extends AdmissionLimits {
  readonly loop: Pick<LoopMonitor, 'delayMs'>;
  /** Returns the share of the heap in use, from 0 to 1. */
  readonly heap: () => number;
  /** Called with the number of reserved sessions whenever it changes. @default nothing is called */
  readonly changed?: ((taken: number) => void) | undefined;
}

/**
 * Creates the admission of one server. An overloaded server stays overloaded until its delay falls to half the limit,
 * and its heap to a tenth of the heap size below its limit. A full server accepts a session as soon as another has
 * ended, and is ready again when one slot in 20 is free.
 */
export function createAdmission(options: AdmissionOptions): Admission {
  const { maxSessions, maxLoopDelayMs, maxHeap, loop, heap, changed = () => undefined } = options;
  let taken = 0;
  const isLate = createHysteresis(maxLoopDelayMs, maxLoopDelayMs / 2);
  const isFull = createHysteresis(maxHeap, maxHeap - 0.1);
  const isCrowded = createHysteresis(maxSessions - 1, maxSessions - Math.ceil(maxSessions / 20));
  const overload = (): Problem | undefined => {
    const [late, full] = [isLate(loop.delayMs()), isFull(heap())];
    if (late) return refuse('overloaded', "The server's event loop is too slow.");
    return full ? refuse('overloaded', 'The server is low on memory.') : undefined;
  };
  const change = (by: number): void => {
    taken += by;
    isCrowded(taken);
    changed(taken);
  };
  return {
    take: () => {
      const problem = overload();
      if (problem !== undefined) throw problem;
      if (taken >= maxSessions) throw new Problem('at_capacity');
      change(1);
      let isGiven = false;
      return () => {
        if (!isGiven) change(-1);
        isGiven = true;
      };
    },
    refusal: () => {
      const crowded = isCrowded(taken);
      return (
        overload() ?? (crowded ? refuse('at_capacity', `${taken} of ${maxSessions} sessions are in use.`) : undefined)
      );
    },
  };
}

function refuse(code: 'at_capacity' | 'overloaded', detail: string): Problem {
  return new Problem(code, [], undefined, detail);
}

/** Creates a function that returns true for a value above `on`, and stays true until a value is not above `off`. */
function createHysteresis(on: number, off: number): (value: number) => boolean {
  let isOn = false;
  return (value) => {
    isOn = value > (isOn ? off : on);
    return isOn;
  };
}
