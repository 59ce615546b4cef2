export type {
  AnsweringAgent,
  SessionRequest,
  Borders,
  Recorder,
  NewSession,
  SessionRecord,
  SessionOutput,
} from '../session/recording.ts';
export { FORMAT, READ_FORMATS } from './format.ts';
export type {
  Check,
  DroppedLine,
  Head,
  Incoming,
  InLine,
  Line,
  Outgoing,
  OutLine,
  Recording,
  WrittenError,
  WrittenFunction,
  WrittenIssue,
  WrittenPlayoutAudio,
  WrittenReport,
  WrittenSpeechModelEvent,
  WrittenSttEvent,
  WrittenTtsEvent,
  WrittenVadEvent,
} from './format.ts';
export type { WrittenHandoff } from '../session/handOffChange.ts';
export type { WrittenPort, WrittenStt, WrittenTts, WrittenUpdate } from '../session/sessionUpdate.ts';
export type { Redact } from './redact.ts';
export { parseRecording, readRecording } from './read.ts';
export { recordInto } from './recordInto.ts';
export type { FolderRecorder } from './recordInto.ts';
export { recordTo } from './recordTo.ts';
export type { OpenSink, RecordOptions } from './recordTo.ts';
export type { RecordingSink } from './sink.ts';
export type { RuleVersions } from './ruleVersions.ts';
