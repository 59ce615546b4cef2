export { SpeechModel, STT, TTS, TurnDetection, VAD } from '../providers/names.ts';
export type { ProsodyConfig } from '../providers/azure/settings.ts';
export type { Voice, VoiceSettings } from '../providers/elevenlabs/settings.ts';
export type { AudioFrame } from './core/audio.ts';
export type {
  ChatCompletionChunk,
  ChunkChoice,
  ChunkDelta,
  ChunkUsage,
  HandlerStream,
  SpeechTokens,
  ToolCallDelta,
} from './core/chunk.ts';
export type { Checkpoint, CheckpointUpdates, PendingInput, RunningBackgroundCall } from './core/checkpoint.ts';
export { DIGITS } from './core/digit.ts';
export type { Digit } from './core/digit.ts';
export { AntiphonError, ERROR_CODES } from './core/errors.ts';
export type { AntiphonErrorDetails, ErrorCode, Issue } from './core/errors.ts';
export type { ExtraFields, ExtraOfCall } from './core/extraFields.ts';
export type {
  AssistantChatMessage,
  ChatMessage,
  FunctionCall,
  FunctionResult,
  HistoryMessage,
  Message,
  AddedMessage,
  MessageInput,
  SystemChatMessage,
  Tool,
  ToolChatMessage,
  UserChatMessage,
} from './core/message.ts';
export { METRIC_PARTS } from './core/metric.ts';
export type { Metric, MetricPart, PreemptiveMetric, PreemptiveTtsMetric } from './core/metric.ts';
export { createPhrases } from './core/phrases/createPhrases.ts';
export type { PhraseChoice, Phrases, PhrasesOptions } from './core/phrases/createPhrases.ts';
export { backchannels, checks, interruptPhrases, patience } from './core/phrases/lists.ts';
export type { PhraseLanguage } from './core/languages/language.ts';
export type { PhraseLists } from './core/phrases/lists.ts';
export type { HeardBy, PlayoutCommand, PlayoutEvent, PlayoutReport } from './core/playout.ts';
export type {
  LineActions,
  ProviderProgress,
  ServedEvent,
  SessionIo,
  SessionLine,
  SpeechToText,
  SttEvent,
  SttInput,
  SttTurn,
  SttWanted,
  TextToSpeech,
  TtsEvent,
  UsedEvent,
  VadModel,
} from './core/ports.ts';
export type {
  ConverseOptions,
  SpeechModelEvent,
  SpeechModelInput,
  SpeechModelUsage,
  SpeechToSpeech,
} from './core/speechToSpeech.ts';
export type {
  EagerEnd,
  Interruption,
  RecogniserTurn,
  RecogniserTurnState,
  ReplyRequest,
  Settlement,
  ToolChoice,
  Transcript,
  TranscriptDetails,
  TranscriptWord,
  TurnInput,
  UserTurn,
  VadEvent,
} from './core/speech.ts';
export type {
  BackgroundCall,
  BackgroundNews,
  DiscardedAnswer,
  DraftText,
  EndReason,
  FunctionCalls,
  FunctionResults,
  ResultPolicy,
  RoundProgress,
  SpeechEvent,
  SpeechProgress,
  TurnEvent,
  WordTiming,
} from './core/turn.ts';
export { WASTE_REASONS } from './core/usage.ts';
export type { Cost, FirstByte, LlmUsage, SttUsage, TtsUsage, Usage, WasteReason } from './core/usage.ts';
export type { Decimal } from './session/usage/decimal.ts';
export type { Prices, ProviderPrices, TokenPrice, UnitPrice } from './session/usage/prices.ts';
export { createSttFallback } from './fallback/createSttFallback.ts';
export { createTtsFallback } from './fallback/createTtsFallback.ts';
export type { TtsFallbackOptions } from './fallback/createTtsFallback.ts';
export type { FallbackOptions, Hedge } from './fallback/members.ts';
export { handoff, Handoff } from './session/agentCode/handoff.ts';
export type { HandoffHistory, HandoffOptions, Summarize } from './session/agentCode/handoff.ts';
export { defineAgent, defineFunction } from './session/agent.ts';
export type {
  Agent,
  ConfigureSessionInput,
  FunctionDefinition,
  LLMResponseHandlerInput,
  OnDigitsInput,
  OnUserAwayInput,
  OnSessionResumedInput,
  SpeechModelAgent,
  SpeechModelSessionConfig,
  TranscribingAgent,
  TranscribingConfig,
} from './session/agent.ts';
export type { Background, DuplicatePolicy } from './session/config/background.ts';
export type {
  AgentFunction,
  ChangedFunctions,
  FunctionContext,
  LineActionOptions,
  SessionControl,
  SessionUpdate,
  ChangeableSetting,
  ChangedSettings,
} from './session/sessionControl.ts';
export type { ChangedAgent, WrittenHandoff } from './session/handOffChange.ts';
export type { FillerFunction, FillerInput } from './session/config/filler.ts';
export type { Updates } from './session/updates/createUpdates.ts';
export type { ChangedConfig, ChangedPort, InboxEvent, SessionChange, UpdateEvent } from './session/sessionUpdate.ts';
export type {
  EventHandlers,
  EventInput,
  EventInputs,
  HeardMessageEventInput,
  MessageEventInput,
  OnAgentInterruptedInput,
  OnAgentMessageAddedInput,
  OnAgentStartedSpeakingInput,
  OnAgentStoppedSpeakingInput,
  OnFunctionCallsCollectedInput,
  OnFunctionCallsExecutedInput,
  OnUserMessageAddedInput,
  OnUserStartedSpeakingInput,
  OnUserStoppedSpeakingInput,
} from './session/eventInputs.ts';
export type { SessionConfig } from './session/config/config.ts';
export type { DigitsConfig, NoiseSuppression } from './session/config/schema.ts';
export { maskConfig } from './session/config/maskConfig.ts';
export type { Ports } from './session/config/ports.ts';
export { createSession } from './session/opening/createSession.ts';
export type { Session, SessionEnd, SessionOptions } from './session/session.ts';
export type { NumberedFact, SessionEvent } from './session/events.ts';
export type { SessionFact, FloorEvent, FloorSettings, EndAfter, SessionEndReason } from './session/floor/types.ts';
export type { Collected, FunctionEvent } from './session/stages.ts';
export { wire } from './session/graph/graph.ts';
export type { Graph } from './session/graph/graph.ts';
export type { UsageNames } from './session/usage/createUsage.ts';
export type { WireOptions } from './session/graph/wireOptions.ts';
export type { HistoryEntry } from './session/history.ts';
export { AGENT_STATES } from './session/states/agentState.ts';
export type { AgentState } from './session/states/agentState.ts';
export type { Quiet } from './session/states/quiet.ts';
export type { UserState } from './session/states/userState.ts';
export type { Splice, SpliceFailure, SpliceOperator, Splices, SpliceSettings } from './session/splices/splice.ts';
export { defineTap } from './session/taps.ts';
export type { Tap } from './session/taps.ts';
export type { PartSession } from './session/partSession.ts';
export type { Containment, Contain, UncaughtHandler } from './session/containment/containment.ts';
export type { OwnPorts } from './session/containment/ownPorts.ts';
export { EDGES } from './session/edges.ts';
export type { EdgeName, Edges, Taps } from './session/edges.ts';
export type {
  FloorSignals,
  Stage,
  StageContext,
  StageFactories,
  StageName,
  StageOperators,
  Stages,
} from './session/stages.ts';
export { STAGES } from './session/stages.ts';
export { startSession } from './session/opening/startSession.ts';
export type { StartSessionOptions } from './session/opening/startSession.ts';
export { warmUp } from './session/opening/warmUp.ts';
