export { microphone, silence, voiced, type MicrophoneOptions, type SoundInterval } from './audio.ts';
export { VirtualClock } from '../time/virtualClock.ts';
export type { ContractCase, ContractSubject } from './contracts/contract.ts';
export type { Speak } from './contracts/stt/segments.ts';
export {
  createSpeechToTextContract,
  type SpeechToTextContractOptions,
  type SpeechToTextScenario,
  type SpeechToTextSubject,
} from './contracts/speechToTextContract.ts';
export {
  createTextToSpeechContract,
  type TextToSpeechContractOptions,
  type TextToSpeechScenario,
  type TextToSpeechSubject,
} from './contracts/textToSpeechContract.ts';
export {
  createSpeechToSpeechContract,
  type ScenarioReply,
  type SpeechToSpeechContractOptions,
  type SpeechToSpeechScenario,
  type SpeechToSpeechSubject,
} from './contracts/speechToSpeechContract.ts';
export {
  createMediaAdapterContract,
  type MediaAdapterSubject,
  type PeerDouble,
  type PeerEvent,
} from './contracts/mediaAdapterContract.ts';
export {
  createSessionDirectoryContract,
  type EngineLink,
  type SessionDirectoryContractOptions,
  type SessionDirectorySubject,
} from './contracts/sessionDirectoryContract.ts';
export { createCheckpointStoreContract } from './contracts/checkpointStoreContract.ts';
export type { CheckpointStoreContractOptions, CheckpointStoreSubject } from './contracts/checkpointStoreContract.ts';
export { INJECTED_FAULTS, type InjectedFault } from './contracts/injectedFault.ts';
export { diagram, diagrams, type Moment } from '../draw/text/diagram.ts';
export { createAgentDouble } from './doubles/agent.ts';
export { chunk, finish, opening, toolCallChunk, usage, type ToolCallPart } from './doubles/chunks.ts';
export type { SttUtterance } from './doubles/sttSegment.ts';
export type { SttTurnBehaviour } from './doubles/sttTurns.ts';
export { createLlmDouble, type LlmDouble, type LlmDoubleOptions } from './doubles/llm.ts';
export type { LlmBehaviour, LlmReply } from './doubles/streamReply.ts';
export type { PlayedUtterance } from '../playback/playedUtterance.ts';
export { createSttDouble, type SttDoubleOptions } from './doubles/stt.ts';
export {
  createTransportDouble,
  type TransportDouble,
  type TransportDoubleOptions,
} from '../playback/transportDouble.ts';
export {
  createSpeechModelDouble,
  type RememberedMessage,
  type SpeechModelDouble,
  type SpeechModelDoubleOptions,
  type SpeechModelReply,
  type SpeechModelWords,
  type UserWords,
} from './doubles/speechModel.ts';
export { createTtsDouble, textOf, type TtsDouble, type TtsDoubleOptions, type UtteranceRecord } from './doubles/tts.ts';
export { createVadDouble, type VadDoubleOptions } from './doubles/vad.ts';
export type { TtsBehaviour } from './doubles/emitSpeech.ts';
export {
  activity,
  commands,
  interruptions,
  keys,
  replies,
  settlements,
  speech,
  texts,
  transcripts,
  turns,
  verdicts,
  voicedWindow,
  windows,
  type Letters,
} from './fixtures.ts';
export type { AskModel, EvalModel, ModelMessage } from './evals/askModel.ts';
export { openCassette, type Cassette, type CassetteOptions } from './evals/cassette.ts';
export { createJudge, type Judge, type Verdict } from './evals/judge.ts';
export { createPersona, type Persona, type PersonaOptions, type PersonaWords } from './evals/persona.ts';
export { recordHandler } from './evals/recordHandler.ts';
export type { TranscriptLine } from './evals/transcript.ts';
export { SubscriptionLedger } from '../stream/subscriptionLedger.ts';
export { inspect, type InspectOptions } from './inspect.ts';
export { marbles } from './marbles.ts';
export { score, type PlayScore, type ScoreResult } from './score.ts';
export type { WaitFigures, Waits } from './score/waits.ts';
export type { SuiteFile, SuiteOptions, SuiteResult } from './suite/suite.ts';
export type { EmbeddedPart } from './suite/embedded.ts';
export type { AgentRequests, Client, SpeechBehaviour, User } from './score/actions.ts';
export type { ExpectedCall } from './score/expect/calls.ts';
export type { ExpectedMessage } from './score/expect/history.ts';
export type { MetricCondition, MetricFigure } from './score/expect/metrics.ts';
export type { EventName, WrittenEvent } from './score/names.ts';
export type { DoubleBehaviours, SpeechModelBehaviour, ScoreOptions } from './score/options.ts';
export type { AgentExpectations, ErrorExpectations, EventExpectations, Score } from './score/writtenScore.ts';
export type { ExpectedText, TextMatch } from './score/textMatch.ts';
export type { After, At, Duration } from './score/time.ts';
export { createTextReader, encodeText, type TextReader } from './textAudio.ts';
export { createStageContext, type StageContextParts } from './stageContext.ts';
export {
  createRequestDouble,
  type ReplyBehaviour,
  type ReplyPiece,
  type RequestDouble,
  type RequestDoubleOptions,
  type RequestRecord,
} from './wire/requestDouble.ts';
export {
  createSocketDouble,
  type ScriptedEvent,
  type ServerBehaviour,
  type ServerSide,
  type SocketDouble,
  type SocketDoubleOptions,
  type SocketRecord,
} from './wire/socketDouble.ts';
