export { microphone, silence, voiced } from './audio.ts';
export type { MicrophoneOptions, SoundInterval } from './audio.ts';
export { VirtualClock } from '../time/virtualClock.ts';
export type { ContractCase, ContractSubject } from './contracts/contract.ts';
export type { Speak } from './contracts/stt/segments.ts';
export { createSpeechToTextContract } from './contracts/speechToTextContract.ts';
export type {
  SpeechToTextContractOptions,
  SpeechToTextScenario,
  SpeechToTextSubject,
} from './contracts/speechToTextContract.ts';
export { createTextToSpeechContract } from './contracts/textToSpeechContract.ts';
export type {
  TextToSpeechContractOptions,
  TextToSpeechScenario,
  TextToSpeechSubject,
} from './contracts/textToSpeechContract.ts';
export { INJECTED_FAULTS } from './contracts/injectedFault.ts';
export type { InjectedFault } from './contracts/injectedFault.ts';
export { diagram, diagrams } from '../draw/text/diagram.ts';
export type { Moment } from '../draw/text/diagram.ts';
export { chunk, finish, opening, toolCallChunk, usage } from './doubles/chunks.ts';
export type { ToolCallPart } from './doubles/chunks.ts';
export type { SttUtterance } from './doubles/sttSegment.ts';
export { createLlmDouble } from './doubles/llm.ts';
export type { LlmDouble, LlmDoubleOptions } from './doubles/llm.ts';
export type { LlmBehaviour, LlmReply } from './doubles/streamReply.ts';
export type { PlayedUtterance } from '../playback/playedUtterance.ts';
export { createSttDouble } from './doubles/stt.ts';
export type { SttDoubleOptions } from './doubles/stt.ts';
export { createTransportDouble } from '../playback/transportDouble.ts';
export type { TransportDouble, TransportDoubleOptions } from '../playback/transportDouble.ts';
export { textOf, createTtsDouble } from './doubles/tts.ts';
export type { TtsDouble, TtsDoubleOptions, UtteranceRecord } from './doubles/tts.ts';
export { createVadDouble } from './doubles/vad.ts';
export type { VadDoubleOptions } from './doubles/vad.ts';
export type { TtsBehaviour } from './doubles/emitSpeech.ts';
export {
  activity,
  commands,
  interruptions,
  replies,
  settlements,
  speech,
  texts,
  transcripts,
  turns,
  voicedWindow,
  windows,
} from './fixtures.ts';
export type { Letters } from './fixtures.ts';
export { SubscriptionLedger } from '../stream/subscriptionLedger.ts';
export { marbles } from './marbles.ts';
export { score } from './score.ts';
export type { ScoreResult } from './score.ts';
export type { Client, SpeechBehaviour, User } from './score/actions.ts';
export type { ExpectedCall } from './score/expect/calls.ts';
export type { ExpectedMessage } from './score/expect/history.ts';
export type { MetricCondition, MetricFigure } from './score/expect/metrics.ts';
export type { EventName, WrittenEvent } from './score/names.ts';
export type { DoubleBehaviours, ScoreOptions } from './score/options.ts';
export type { AgentExpectations, ErrorExpectations, EventExpectations, Score } from './score/writtenScore.ts';
export type { ExpectedText, TextMatch } from './score/textMatch.ts';
export type { After, At, Duration } from './score/time.ts';
export { createTextReader, encodeText } from './textAudio.ts';
export type { TextReader } from './textAudio.ts';
export { createStageContext } from './stageContext.ts';
export type { StageContextParts } from './stageContext.ts';
export { createRequestDouble } from './wire/requestDouble.ts';
export type {
  ReplyBehaviour,
  ReplyPiece,
  RequestDouble,
  RequestDoubleOptions,
  RequestRecord,
} from './wire/requestDouble.ts';
export { createSocketDouble } from './wire/socketDouble.ts';
export type {
  ServerBehaviour,
  ScriptedEvent,
  ServerSide,
  SocketDouble,
  SocketDoubleOptions,
  SocketRecord,
} from './wire/socketDouble.ts';
