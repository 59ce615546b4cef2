import type { Floor, Step } from './state.ts';
import type { FloorEvent } from './types.ts';

/** A step of the floor as it happens: the event and its scheduler time, the floor before, and the result. */
export interface ObservedStep extends Step {
  readonly event: FloorEvent;
  readonly now: number;
  readonly before: Floor;
}

/** Receives each step before it is carried out. */
export type StepObserver = (step: ObservedStep) => void;
