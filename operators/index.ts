export { commitGate } from './commitGate.ts';
export type { CommitGateOptions } from './commitGate.ts';
export { digits } from './digits.ts';
export type { DigitsOptions } from './digits.ts';
export { endpointing } from './endpointing.ts';
export type { EndpointingOptions } from './endpointing.ts';
export { interruption } from './interruption.ts';
export type { InterruptionOptions } from './interruption.ts';
export { llmTurn } from './llmTurn.ts';
export type { LlmTurnOptions, Round } from './llmTurn/llmTurnOptions.ts';
export { normalizeForSpeech } from './normalizeForSpeech.ts';
export type { NormalizeForSpeechOptions } from './normalizeForSpeech/createTextNormalizers.ts';
export type { SpokenSpan } from '../src/core/spokenText.ts';
export { pace } from './pace.ts';
export type { PaceOptions } from './pace.ts';
export { pushToTalk } from './pushToTalk.ts';
export type { PushToTalkOptions } from './pushToTalk.ts';
export type { TurnCommand } from '../src/core/ports.ts';
export { resample } from './resample.ts';
export type { ResampleOptions } from './resample.ts';
export { sentences } from './sentences.ts';
export type { SentencesOptions } from './sentences.ts';
export type { FirstClause } from './sentences/textCutter.ts';
export { speak } from './speak.ts';
export type { ExistingSpeech, SpeakOptions, SpokenPart } from './speak/speakOptions.ts';
export type { SpokenOptions } from './speak/voices.ts';
export { suppressNoise } from './suppressNoise.ts';
export type { SuppressNoiseOptions } from './suppressNoise.ts';
export type { NoiseStream, NoiseSuppressor } from '../src/core/ports.ts';
export { transcribe } from './transcribe.ts';
export type { TranscribeOptions } from './transcribe.ts';
export { turnEnd } from './turnEnd.ts';
export type { TurnEndOptions } from './turnEnd/turnEndOptions.ts';
export type {
  AgentText,
  PauseTurnModel,
  RecogniserTurns,
  StreamingTurnModel,
  TurnModel,
  TurnPause,
  TurnVerdict,
} from '../src/core/turnModel.ts';
export { userAway } from './userAway.ts';
export type { UserAwayOptions } from './userAway.ts';
export { vad } from './vad.ts';
export type { VadChanges, VadOptions } from './vad.ts';
export { wakeWord } from './wakeWord.ts';
export type { WakeWordOptions } from './wakeWord.ts';
