import type { SessionSettings } from '../config/config.ts';
import type { ObservedStep, StepObserver } from '../floor/observedStep.ts';
import type { CurrentSettings } from '../updates/createUpdates.ts';

/** The settings of a step: those of the user's turn, and those of the reply. */
export interface StepSettings {
  readonly ofTurn: SessionSettings;
  readonly ofReply: SessionSettings;
}

/** The key of an observer in a session's record, which only this library sets. */
export const OBSERVE_STEP: unique symbol = Symbol('observeStep');

/** A record that observes the steps of its session. */
export interface ObservedRecord {
  readonly [OBSERVE_STEP]?: ((step: ObservedStep, settings: StepSettings) => void) | undefined;
}

/** Creates the observer of a session's steps. Undefined: its record does not ask for them. */
export function createStepObserver(
  record: object,
  { ofTurn, ofReply }: Pick<CurrentSettings, 'ofTurn' | 'ofReply'>,
): StepObserver | undefined {
  const observe = (record as ObservedRecord)[OBSERVE_STEP];
  return observe && ((step) => observe(step, { ofTurn: ofTurn(), ofReply: ofReply() }));
}
