import type { SessionSettings } from '../config/config.ts';
import type { FloorSettings } from './types.ts';

/** Selects the settings that change the rules of the floor. */
export function floorSettingsOf(settings: SessionSettings): FloorSettings {
  const { allowInterruptions, interruptTimeThresholdMs, resumeAfterFalseInterruption } = settings;
  const { phrases, preemptiveGeneration, filler, failureMessage } = settings;
  return {
    allowInterruptions,
    minSpeechMs: interruptTimeThresholdMs,
    resumeAfterFalseInterruption,
    phrases,
    preemptiveGeneration: preemptiveGeneration && !settings.respondOnRequest,
    speechInterrupts: settings.pushToTalk && settings.pushToTalkInterrupts,
    respondOnRequest: settings.respondOnRequest,
    transcriptionOnly: settings.transcriptionOnly,
    failureMessage,
    filler: filler && { text: typeof filler.text === 'function' ? null : filler.text, delayMs: filler.delayMs },
  };
}
