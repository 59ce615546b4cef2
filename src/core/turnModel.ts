import type { Observable } from 'rxjs';
import type { RecogniserTurn } from './speech.ts';

/** A pause in the user's speech, as a turn model is asked about it. */
export interface TurnPause {
  /** The words of the turn so far: finals, and the latest interims. Never empty. */
  readonly text: string;
  /** Time since the last voiced sample, in ms. */
  readonly pauseMs: number;
  /** What the agent said last: what the user has heard of it, and what was generated and not heard. */
  readonly agent: AgentText;
  /** BCP-47 tag of the language of the words, as the recogniser gives it or is set to; undefined: unknown. */
  readonly language: string | undefined;
  /** Copies the audio of the turn, from 0.5 s before its first voice: up to 8 s of mono PCM at 16 kHz that end with the pause so far. */
  audio(): Int16Array;
}

/** Text of the agent's latest reply, split where the user stopped hearing it. */
export interface AgentText {
  readonly heard: string;
  readonly unsaid: string;
}

/** What a turn model makes of a pause. */
export interface TurnVerdict {
  /** Probability that the user has finished, from 0 to 1. */
  readonly over: number;
  /** Probability that what was said is a listener's "mhm", from 0 to 1, if the model distinguishes that. */
  readonly backchannel?: number | undefined;
}

/** A model that is asked at a pause. */
export interface PauseTurnModel {
  readonly kind: 'pause';
  /** Name of the model, for errors. */
  readonly name: string;
  /** False if it does not read `audio()`, which is then empty: the audio is not kept. @default true */
  readonly usesAudio?: boolean | undefined;
  /** Loads what the first question needs. Called when a session begins; must not throw. @default nothing */
  warmUp?(): void;
  /**
   * Emits verdicts; each replaces the one before, as long as the pause lasts. Asked again when the words change. Unsubscribing cancels it. An error is
   * reported, and the turn ends as without a model.
   */
  score(pause: TurnPause): Observable<TurnVerdict>;
}

/** A model that listens all the time, and keeps a state of its own. */
export interface StreamingTurnModel {
  readonly kind: 'streaming';
  /** Name of the model, for errors. */
  readonly name: string;
  /**
   * Emits a verdict about the audio so far whenever it has one: steps of mono PCM at 16 kHz, of any length, speech and silence.
   * Subscribed once for a session. An error is reported, and turns end as without a model from then on.
   */
  listen(audio: Observable<Int16Array>): Observable<TurnVerdict>;
}

/** A model of the ends of turns. */
export type TurnModel = PauseTurnModel | StreamingTurnModel;

/** The ends of turns that the recogniser of a session finds itself. Its segments go on in pauses, so that it hears them. */
export interface RecogniserTurns {
  readonly kind: 'recogniser';
  /** Name of the recogniser, for errors. */
  readonly name: string;
  /** What it finds, as it comes. Subscribed once for a session. */
  readonly found: Observable<RecogniserTurn>;
}
