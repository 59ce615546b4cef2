import type { RealtimeEvent } from './events.ts';

/** What a client hears of the user's voice. */
export interface VoiceReports {
  /** The user begins to speak. `isWithheld`: the agent speaks, and whether it is interrupted is not decided. */
  start(audioMs: number, isWithheld: boolean): readonly RealtimeEvent[];
  stop(audioMs: number): readonly RealtimeEvent[];
  /** Words of the user were recognised. */
  addWords(): void;
  /** Called when the agent has stopped: reports the withheld start if the user is still speaking. */
  release(): readonly RealtimeEvent[];
  /** Called when the agent is interrupted: reports the withheld start, even for speech that has ended, if it had words. */
  interrupt(): readonly RealtimeEvent[];
  /** Returns how long the user has spoken since the last call, in seconds. */
  takeSeconds(): number;
}

/** Speech over the agent of which the client has not heard. */
interface WithheldSpeech {
  readonly fromMs: number;
  /** Undefined: the user still speaks. */
  toMs: number | undefined;
  hasWords: boolean;
}

/** `idOfTurn`: returns the item of the turn that is spoken. */
export function createVoiceReports(idOfTurn: () => string): VoiceReports {
  let withheld: WithheldSpeech | undefined;
  /** When the speech began that the client has heard of. */
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
