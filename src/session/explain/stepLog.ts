import type { RecogniserTurn, VadEvent } from '../../core/speech.ts';
import type { TurnVerdict } from '../../core/turnModel.ts';
import type { ObservedStep } from '../floor/observedStep.ts';
import type { FloorEvent } from '../floor/types.ts';
import type { StepSettings } from './observedRecord.ts';

/** An entry of the log from which decisions are explained: a step of the floor, or what a port has answered. */
export type LogEntry =
  | { readonly kind: 'step'; readonly step: ObservedStep; readonly settings: StepSettings }
  /** The speech probability of a window, and its scheduler time. */
  | { readonly kind: 'score'; readonly probability: number; readonly now: number }
  /** A verdict of the turn model. */
  | { readonly kind: 'verdict'; readonly verdict: TurnVerdict }
  /** A finding of the recogniser about the end of a turn. */
  | { readonly kind: 'found'; readonly turn: RecogniserTurn }
  /** The time limit of the recogniser for a final, which applies from now on. */
  | { readonly kind: 'recogniser'; readonly finalTimeoutMs: number };

/** What is known about a session before it begins. */
export interface LoggedSession {
  /** Length of a window of the VAD, in ms. */
  readonly windowMs: number;
  /** The stages of the application, and the edges with its splices. */
  readonly ownStages: readonly string[];
  readonly splices: readonly string[];
}

/** The log of a session, in order. */
export interface StepLog {
  session: LoggedSession;
  readonly entries: LogEntry[];
}

export function createStepLog(): StepLog {
  return { session: { windowMs: 0, ownStages: [], splices: [] }, entries: [] };
}

/**
 * Adds a step without the audio of its event. Leaves out steps that only continue the agent's reply: they change no
 * reason.
 */
export function logStep({ entries }: StepLog, step: ObservedStep, settings: StepSettings): void {
  const { event, decisions } = step;
  if (decisions.length === 0 && continuesReply(step)) return;
  entries.push({ kind: 'step', step: { ...step, event: withoutAudio(event) }, settings });
}

function continuesReply({ event, before: { reply } }: ObservedStep): boolean {
  switch (event.kind) {
    case 'playout':
      return event.event.kind === 'played' || (event.event.kind === 'sent' && reply?.sound.phase === 'audible');
    case 'speech':
      return event.event.kind !== 'started' && event.event.kind !== 'ended' && reply?.hasSpeech === true;
    case 'reply':
      return event.event.kind === 'text' && reply?.hasText === true;
    default:
      return false;
  }
}

const SILENT: Extract<VadEvent, { kind: 'window' }>['audio'] = [];

function withoutAudio(event: FloorEvent): FloorEvent {
  return event.kind === 'window' || event.kind === 'started' ? { ...event, audio: SILENT } : event;
}
