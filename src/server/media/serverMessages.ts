import { filter, map, merge, withLatestFrom } from 'rxjs';
import type { Observable } from 'rxjs';
import type { Metric } from '../../core/metric.ts';
import type { ServerMessageBody } from '../../core/protocol.ts';
import type { SpeechEvent, TurnEvent } from '../../core/turn.ts';
import type { Session } from '../../session/createSession.ts';
import { toErrorMessage } from './errorNote.ts';
import { toEventMessage } from './eventNote.ts';
import { eventContext } from './eventContext.ts';
import { transcriptMessages } from './transcriptMessages.ts';

export interface ServerMessagesOptions {
  readonly session: Pick<Session<object>, 'edges' | 'events$' | 'errors$'>;
  /** Utterances that the client is told to clear. */
  readonly cleared: Observable<string>;
}

/**
 * What a client is told of a session as it happens: the nine events, what is understood of the user and on its way to be
 * said, how long answers took, and every failure. Only taps: nothing waits for it. Does not end by itself.
 */
export function serverMessages({ session, cleared }: ServerMessagesOptions): Observable<ServerMessageBody> {
  const { edges, events$, errors$ } = session;
  return merge(
    events$.pipe(
      withLatestFrom(eventContext({ activity: edges.activity, playout: edges.playout, cleared })),
      map(([event, now]) => toEventMessage(event, now)),
    ),
    edges.transcript.pipe(transcriptMessages()),
    edges.reply.pipe(filter(isBracket), map(replyNote)),
    edges.speech.pipe(filter(isText), map(textNote)),
    edges.metrics.pipe(map(metricsNote)),
    errors$.pipe(map(toErrorMessage)),
  );
}

type Bracket = Extract<TurnEvent, { readonly kind: 'started' | 'ended' }>;

function isBracket(event: TurnEvent): event is Bracket {
  return event.kind === 'started' || event.kind === 'ended';
}

function replyNote(event: Bracket): ServerMessageBody {
  const { turn } = event;
  return event.kind === 'started'
    ? { type: 'agent.thinking', turn }
    : { type: 'agent.thought', turn, reason: event.reason };
}

type Text = Extract<SpeechEvent, { readonly kind: 'text' }>;

function isText(event: SpeechEvent): event is Text {
  return event.kind === 'text';
}

function textNote({ utterance, text: delta }: Text): ServerMessageBody {
  return { type: 'agent.text', utterance_id: utterance, delta };
}

function metricsNote({ turn, heard, totalMs, parts, usage }: Metric): ServerMessageBody {
  return { type: 'metrics', turn, heard, total_ms: totalMs, parts_ms: parts, usage };
}
