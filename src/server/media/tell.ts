import { filter, map, merge, withLatestFrom } from 'rxjs';
import type { Observable } from 'rxjs';
import type { Metric } from '../../core/metric.ts';
import type { ServerNote } from '../../core/protocol.ts';
import type { SpeechEvent, TurnEvent } from '../../core/turn.ts';
import type { Session } from '../../session/createSession.ts';
import { errorNote } from './tell/errorNote.ts';
import { eventNote } from './tell/eventNote.ts';
import { scene } from './tell/scene.ts';
import { transcriptNotes } from './tell/transcriptNotes.ts';

export interface TellOptions {
  readonly session: Pick<Session<object>, 'edges' | 'events$' | 'errors$'>;
  /** Utterances that the client is told to clear. */
  readonly cleared: Observable<string>;
}

/**
 * What a client is told of a session as it happens: the nine events, what is understood of the user and on its way to be
 * said, how long answers took, and every failure. Only taps: nothing waits for it. Does not end by itself.
 */
export function tell({ session, cleared }: TellOptions): Observable<ServerNote> {
  const { edges, events$, errors$ } = session;
  return merge(
    events$.pipe(
      withLatestFrom(scene({ activity: edges.activity, playout: edges.playout, cleared })),
      map(([event, now]) => eventNote(event, now)),
    ),
    edges.transcript.pipe(transcriptNotes()),
    edges.reply.pipe(filter(isBracket), map(replyNote)),
    edges.speech.pipe(filter(isText), map(textNote)),
    edges.metrics.pipe(map(metricsNote)),
    errors$.pipe(map(errorNote)),
  );
}

type Bracket = Extract<TurnEvent, { readonly kind: 'started' | 'ended' }>;

function isBracket(event: TurnEvent): event is Bracket {
  return event.kind === 'started' || event.kind === 'ended';
}

function replyNote(event: Bracket): ServerNote {
  const { turn } = event;
  return event.kind === 'started'
    ? { type: 'agent.thinking', turn }
    : { type: 'agent.thought', turn, reason: event.reason };
}

type Text = Extract<SpeechEvent, { readonly kind: 'text' }>;

function isText(event: SpeechEvent): event is Text {
  return event.kind === 'text';
}

function textNote({ utterance, text: delta }: Text): ServerNote {
  return { type: 'agent.text', utterance_id: utterance, delta };
}

function metricsNote({ turn, heard, totalMs, parts, usage }: Metric): ServerNote {
  return { type: 'metrics', turn, heard, total_ms: totalMs, parts_ms: parts, usage };
}
