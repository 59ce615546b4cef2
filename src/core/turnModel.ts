import type { Observable } from 'rxjs';
import type { RecogniserTurn } from './speech.ts';

/** A pause in the user's speech, as presented to a turn model. */
export interface TurnPause {
  /** The words of the turn so far: finals, and the latest interims. Empty only before a speech model, whose words come later. */
  readonly text: string;
  /** Time since the last voiced sample, in ms. */
  readonly pauseMs: number;
  /**
   * True if the user is still heard but no word has come for 2.5 s. The question is then whether more words will come.
   * @default false
   */
  readonly isSpeaking?: boolean | undefined;
  /** The agent's latest reply: the part that the user heard, and the part that was generated but not heard. */
  readonly agent: AgentText;
  /** BCP-47 tag of the language of the words, as reported by or configured for the recogniser; undefined if unknown. */
  readonly language: string | undefined;
  /**
   * Copies the audio of the turn, from 0.5 s before its first voice: up to 8 s of mono PCM at 16 kHz that end with the
   * pause so far.
   */
  audio(): Int16Array;
}

/** Text of the agent's latest reply, split where the user stopped hearing it. */
export interface AgentText {
  readonly heard: string;
  readonly unsaid: string;
}

/** A turn model's verdict on a pause. */
export interface TurnVerdict {
  /** Probability that the user has finished, from 0 to 1. */
  readonly over: number;
  /**
   * Probability that the words are a backchannel such as "mhm", from 0 to 1, if the model distinguishes backchannels.
   */
  readonly backchannel?: number | undefined;
}

/** A turn model that is asked at pauses. */
export interface PauseTurnModel {
  readonly kind: 'pause';
  /** Name of the model, for errors. */
  readonly name: string;
  /** False if the model does not read `audio()`. The audio is then not kept and `audio()` is empty. @default true */
  readonly usesAudio?: boolean | undefined;
  /**
   * Loads resources that the first question needs. Called when a session begins; must not throw. @default does nothing
   */
  warmUp?(): void;
  /**
   * Emits verdicts on a pause. Each replaces the previous one while the pause lasts. Called again when the words
   * change. Unsubscribing cancels the request. An error is reported, and the turn ends as if there were no model.
   */
  score(pause: TurnPause): Observable<TurnVerdict>;
}

/** A turn model that listens all the time and keeps its own state. */
export interface StreamingTurnModel {
  readonly kind: 'streaming';
  /** Name of the model, for errors. */
  readonly name: string;
  /**
   * Emits verdicts about the audio so far, whenever it has one. `audio` emits chunks of mono PCM at 16 kHz, of any
   * length, with speech and silence. Subscribed once per session. An error is reported, and from then on turns end as
   * if there were no model.
   */
  listen(audio: Observable<Int16Array>): Observable<TurnVerdict>;
}

/** A model that detects the ends of turns. */
export type TurnModel = PauseTurnModel | StreamingTurnModel;

/**
 * Turn detection by the session's recogniser itself. Segments then continue during pauses, so that the recogniser hears
 * them.
 */
export interface RecogniserTurns {
  readonly kind: 'recogniser';
  /** Name of the recogniser, for errors. */
  readonly name: string;
  /** The recogniser's findings. Subscribed once per session. */
  readonly found: Observable<RecogniserTurn>;
}
