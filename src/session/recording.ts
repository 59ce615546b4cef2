import type { Observable, SchedulerLike } from 'rxjs';
import { asAntiphonError, type AntiphonError } from '../core/errors.ts';
import type { AddedMessage } from '../core/message.ts';
import type { ReplyRequest } from '../core/speech.ts';
import type { SessionIo, SpeechToText, TextToSpeech } from '../core/ports.ts';
import type { TurnModel } from '../core/turnModel.ts';
import type { Usage } from '../core/usage.ts';
import type { Agent } from './agent.ts';
import type { SessionConfig } from './config/config.ts';
import type { FillerFunction } from './config/filler.ts';
import type { Ports } from './config/ports.ts';
import type { SessionEvent } from './events.ts';
import type { WrittenUpdate } from './sessionUpdate.ts';
import type { EndAfter, SessionEndReason } from './floor/types.ts';
import type { EdgeName, Taps } from './edges.ts';

/** The parts of an agent that affect a conversation. Event handlers only observe. */
export type AnsweringAgent<SessionData extends object> = Pick<
  Agent<SessionData>,
  'llm_response_handler' | 'functions' | 'on_digits' | 'on_user_away'
> & {
  /** The `filler` of the config, if it is a function. */
  readonly filler?: FillerFunction | undefined;
};

/** The borders between a session and its ports, its agent, its transport and time. */
export interface Borders<SessionData extends object = never> {
  readonly agent: AnsweringAgent<SessionData>;
  readonly ports: Ports;
  readonly io: SessionIo;
  /** Errors outside the streams: violations whose values were dropped, and failed teardowns. */
  readonly errors?: Observable<AntiphonError> | undefined;
  readonly scheduler: SchedulerLike;
}

/** A request to a session from outside its graph. */
export type SessionRequest =
  /** `resumed`: the session continues from a checkpoint with this `seq`, and answers the words `unanswered`. */
  | {
      readonly kind: 'start';
      readonly resumed?: { readonly seq: number; readonly unanswered: string | null } | undefined;
    }
  | { readonly kind: 'say'; readonly text: string; readonly first: boolean }
  | { readonly kind: 'interrupt' }
  | { readonly kind: 'respond'; readonly request?: ReplyRequest | undefined }
  | { readonly kind: 'add_messages'; readonly messages: readonly AddedMessage[] }
  | { readonly kind: 'cancel'; readonly tool_call_id: string }
  | WrittenUpdate
  | { readonly kind: 'end'; readonly after: EndAfter; readonly reason: SessionEndReason };

/** A session that has been created and is not yet running. */
export interface NewSession<SessionData extends object> {
  readonly id: string;
  readonly config: SessionConfig<SessionData>;
  /** The name of the agent. */
  readonly agent?: string | undefined;
  readonly borders: Borders<SessionData>;
  /** Edges with an operator spliced in. */
  readonly splices: readonly EdgeName[];
  /** Stages wrapped or replaced. */
  readonly stages: readonly string[];
  /** Lists the secrets of the config and of updates. Returns the same array until one is added. */
  secrets(): readonly string[];
  /** Returns whether the session is processing an input. Anything that comes in meanwhile is a consequence of it. */
  isBusy(): boolean;
  /** Emits a diagnostic on the session's `errors$`. */
  report(error: AntiphonError): void;
}

/** The output of a session. */
export interface SessionOutput {
  readonly edges: Taps;
  readonly events$: Observable<SessionEvent>;
  readonly errors$: Observable<AntiphonError>;
  /** Returns the session's usage so far, without costs. */
  usage(): Usage;
  /** Emits once, after everything else. */
  readonly ended: Observable<SessionEndReason>;
}

/** A recorder of everything that crosses the borders of a session. It must not delay or break anything. */
export interface Recorder {
  /** Called once per session, when it is created. */
  begin<SessionData extends object>(session: NewSession<SessionData>): SessionRecord<SessionData>;
  /** Resolves when the recordings of all ended sessions are written. A server that closes waits for it up to 450 ms. */
  written?(): Promise<void>;
}

/** The recording of one session. */
export interface SessionRecord<SessionData extends object> {
  /** The borders that replace those of the `NewSession`. */
  readonly borders: Borders<SessionData>;
  /** Runs work that begins inside the session, such as a value that a splice has delayed. @default runs it at once */
  readonly runStep?: ((work: () => void) => void) | undefined;
  /** Wraps a TTS port that replaces the one of the borders. @default leaves it unchanged */
  readonly wrapTts?: ((tts: TextToSpeech) => TextToSpeech) | undefined;
  /** Wraps a recogniser that replaces the one of the borders. @default leaves it unchanged */
  readonly wrapStt?: ((stt: SpeechToText) => SpeechToText) | undefined;
  /** Wraps a turn model that replaces the one of the borders. @default leaves it unchanged */
  readonly wrapTurns?: ((model: TurnModel) => TurnModel) | undefined;
  /** Records a request and carries it out. */
  request(requested: SessionRequest, carryOut: () => void): void;
  /** Called once, before anything runs. */
  observe(session: SessionOutput): void;
}

/** Begins the record of a session. Skips a recorder that throws, and adds its error to `warnings`. */
export function beginRecording<SessionData extends object>(
  recorder: Recorder = passThrough,
  warnings: AntiphonError[],
  session: NewSession<SessionData>,
): SessionRecord<SessionData> {
  try {
    return recorder.begin(session);
  } catch (cause) {
    warnings.push(asAntiphonError(cause, 'recording_failed', { failure: false }));
    return passThrough.begin(session);
  }
}

/** A recorder that records nothing. */
export const passThrough: Recorder = {
  begin: ({ borders }) => ({ borders, request: (_, carryOut) => carryOut(), observe: () => {} }),
};
