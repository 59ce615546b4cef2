import type { RealtimeEvent } from './events.ts';

/** The user's voice activity, as reported to the client. */
export interface VoiceReports {
  /**
   * Handles the start of the user's speech. `isWithheld` means that the agent is speaking and the interruption is
   * undecided.
   */
  start(audioMs: number, isWithheld: boolean): readonly RealtimeEvent[];
  stop(audioMs: number): readonly RealtimeEvent[];
  /** Records that words of the user were recognised. */
  addWords(): void;
  /** Reports the withheld start if the user is still speaking. Called when the agent has stopped. */
  release(): readonly RealtimeEvent[];
  /**
   * Reports the withheld start, even for speech that has ended, if it contained words. Called when the agent is
   * interrupted.
   */
  interrupt(): readonly RealtimeEvent[];
  /** Returns how long the user has spoken since the last call, in seconds. */
  takeSeconds(): number;
}

/** Speech over the agent that has not been reported to the client. */
interface WithheldSpeech {
  readonly fromMs: number;
  /** Undefined while the user is speaking. */
  toMs: number | undefined;
  hasWords: boolean;
}

/** Creates the reports. `idOfTurn` returns the item of the current turn. */
export function createVoiceReports(idOfTurn: () => string): VoiceReports {
  let withheld: WithheldSpeech | undefined;
  /** The start of the speech that was reported to the client. */
  let heardFromMs: number | undefined;
  let spokenMs = 0;
  const begin = (audio_start_ms: number): readonly RealtimeEvent[] => {
    withheld = undefined;
    heardFromMs = audio_start_ms;
    return [{ type: 'input_audio_buffer.speech_started', audio_start_ms, item_id: idOfTurn() }];
  };
  const end = (audio_end_ms: number): readonly RealtimeEvent[] => {
    if (heardFromMs === undefined) return [];
    spokenMs += audio_end_ms - heardFromMs;
    heardFromMs = undefined;
    return [{ type: 'input_audio_buffer.speech_stopped', audio_end_ms, item_id: idOfTurn() }];
  };
  const release = (): readonly RealtimeEvent[] =>
    withheld === undefined || withheld.toMs !== undefined ? [] : begin(withheld.fromMs);
  return {
    release,
    start: (audioMs, isWithheld) => {
      if (!isWithheld) return begin(audioMs);
      withheld = { fromMs: audioMs, toMs: undefined, hasWords: false };
      return [];
    },
    stop: (audioMs) => {
      if (withheld !== undefined) withheld.toMs = audioMs;
      return end(audioMs);
    },
    addWords: () => {
      if (withheld !== undefined) withheld.hasWords = true;
    },
    interrupt: () => {
      if (withheld?.toMs === undefined) return release();
      const { fromMs, toMs, hasWords } = withheld;
      return hasWords ? [...begin(fromMs), ...end(toMs)] : [];
    },
    takeSeconds: () => {
      const seconds = spokenMs / 1000;
      spokenMs = 0;
      return seconds;
    },
  };
}
