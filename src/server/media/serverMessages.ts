import { filter, map, merge, withLatestFrom, type Observable } from 'rxjs';
import { ERROR_CODES, type AntiphonError, type ErrorCode } from '../../core/errors.ts';
import type { FunctionResult } from '../../core/message.ts';
import type { Metric } from '../../core/metric.ts';
import type { ServerMessageBody } from '../../core/protocol.ts';
import type { FunctionResults, SpeechEvent, TurnEvent } from '../../core/turn.ts';
import type { Usage } from '../../core/usage.ts';
import { holdsException } from '../../session/agentCode/functions/outcomes.ts';
import { mapDefined } from '../../stream/mapDefined.ts';
import type { Session } from '../../session/session.ts';
import type { SessionEvent } from '../../session/events.ts';
import { toClientUsage } from '../usage/usageResource.ts';
import { eventContext, type EventContext } from './eventContext.ts';
import { replyEnds } from './replyEnds.ts';
import { textMessages } from './textMessages.ts';
import { transcriptMessages } from './transcriptMessages.ts';

export interface ServerMessagesOptions {
  readonly session: Pick<Session<object>, 'edges' | 'events$' | 'errors$' | 'agentState$' | 'usage'>;
  /** The utterances that the client clears. */
  readonly cleared: Observable<string>;
  /** How often the session has been taken over. @default 0 */
  readonly epoch?: number | undefined;
  /** Masks the secrets in error messages. */
  readonly mask: (text: string) => string;
}

/**
 * Emits the messages about a session for its client: the nine events, transcripts, the agent's text, replies, metrics
 * and failures. It only observes the session, and completes no earlier than the session.
 */
export function serverMessages({
  session,
  cleared,
  mask,
  epoch,
}: ServerMessagesOptions): Observable<ServerMessageBody> {
  const { edges, events$, errors$ } = session;
  return merge(
    replyEnds(session),
    events$.pipe(
      withLatestFrom(eventContext(edges.activity, edges.playout, cleared)),
      map(([event, context]) => toEventMessage(event, context)),
    ),
    edges.transcript.pipe(transcriptMessages(epoch)),
    edges.reply.pipe(filter(isBracket), map(toReplyMessage)),
    edges.functionResults.pipe(mapDefined(toBackgroundMessage)),
    edges.speech.pipe(filter(isTextOrStart), textMessages()),
    edges.metrics.pipe(map((metric) => toMetricsMessage(metric, session.usage))),
    errors$.pipe(map((error) => toErrorMessage(error, mask))),
  );
}

function toEventMessage(event: SessionEvent, context: EventContext): ServerMessageBody {
  const { begun, stopped, cleared } = context;
  switch (event.name) {
    case 'on_user_started_speaking':
      return { type: 'user.speech_started', audio_ms: context.audioMs };
    case 'on_user_stopped_speaking':
      return { type: 'user.speech_stopped', audio_ms: context.lastVoicedMs };
    case 'on_agent_started_speaking':
      return { type: 'agent.speech_started', utterance_id: begun };
    case 'on_agent_stopped_speaking': {
      const reason = cleared === stopped.utterance ? 'cut' : 'complete';
      return { type: 'agent.speech_stopped', utterance_id: stopped.utterance, reason, heard: stopped.heard };
    }
    case 'on_agent_interrupted': {
      const { content: text } = event.input.message;
      const { utterance: utterance_id, samples: played_samples, heard } = stopped;
      return { type: 'agent.interrupted', utterance_id, text, played_samples, heard };
    }
    case 'on_user_message_added':
      return { type: 'message.added', message: event.input.message };
    case 'on_agent_message_added':
      return { type: 'message.added', message: event.input.message, heard: event.input.heard };
    case 'on_function_calls_collected':
      return { type: 'function_calls.collected', function_calls: event.input.function_calls };
    case 'on_function_calls_executed':
      return { type: 'function_calls.executed', results: event.input.results.map(withoutException) };
  }
}

/** Creates the message about calls that go on in the background, if results are about any. */
function toBackgroundMessage({ results, acknowledged, background }: FunctionResults): ServerMessageBody | undefined {
  const [first] = results;
  if (background?.kind === 'progress' && first !== undefined)
    return { type: 'function_calls.progress', tool_call_id: first.tool_call_id, content: first.content };
  if (acknowledged === undefined) return undefined;
  const contentOf = (id: string): string => results.find((result) => result.tool_call_id === id)?.content ?? '';
  const known = acknowledged.map(({ tool_call_id, policy }) => ({
    tool_call_id,
    content: contentOf(tool_call_id),
    policy,
  }));
  return { type: 'function_calls.acknowledged', results: known };
}

type Bracket = Extract<TurnEvent, { readonly kind: 'started' | 'ended' }>;

function isBracket(event: TurnEvent): event is Bracket {
  return event.kind === 'started' || event.kind === 'ended';
}

function toReplyMessage(event: Bracket): ServerMessageBody {
  const { turn } = event;
  return event.kind === 'started'
    ? { type: 'agent.thinking', turn }
    : { type: 'agent.thought', turn, reason: event.reason };
}

/** Checks the kind of an event. Runs for each frame. */
function isTextOrStart({ kind }: SpeechEvent): boolean {
  return kind === 'text' || kind === 'started';
}

function toMetricsMessage(
  { turn, heard, totalMs, parts, usage, functionSilenceMs }: Metric,
  used: Usage,
): ServerMessageBody {
  const session_usage = toClientUsage(used);
  const silence = functionSilenceMs === undefined ? {} : { function_silence_ms: functionSilenceMs };
  return { type: 'metrics', turn, heard, total_ms: totalMs, parts_ms: parts, usage, session_usage, ...silence };
}

/**
 * Replaces the text of a function's exception, which is meant for the model and the log, with the text of the
 * catalogue.
 */
function withoutException(result: FunctionResult): FunctionResult {
  return holdsException(result) ? { ...result, content: `error: ${ERROR_CODES.function_failed}` } : result;
}

/** The errors that end a session. */
const FATAL: ReadonlySet<ErrorCode> = new Set(['vad_failed', 'vad_overloaded', 'internal']);

/**
 * Creates an error message. If the error has a cause, uses the text of the catalogue, because the message of a handler
 * or a service may contain private data.
 */
function toErrorMessage(
  { code, message, cause }: AntiphonError,
  mask: ServerMessagesOptions['mask'],
): ServerMessageBody {
  return {
    type: 'error',
    code,
    message: cause === undefined ? mask(message) : ERROR_CODES[code],
    fatal: FATAL.has(code),
  };
}
