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
    speechModel: hearingOf(settings),
    saysApart: settings.providers.model?.output === 'audio',
    failureMessage,
    filler: filler && { text: typeof filler.text === 'function' ? null : filler.text, delayMs: filler.delayMs },
  };
}

function hearingOf({ providers: { model, stt } }: SessionSettings): FloorSettings['speechModel'] {
  if (model === undefined) return undefined;
  return stt === undefined ? 'alone' : 'beside_stt';
}
