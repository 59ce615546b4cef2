import { defer, type Observable } from 'rxjs';
import type { ServerMessageBody } from '../../core/protocol.ts';
import type { EndReason, SpeechEvent, TurnEvent } from '../../core/turn.ts';
import type { Session } from '../../session/session.ts';
import { mapDefined } from '../../stream/mapDefined.ts';
import { merge } from '../../stream/merge.ts';

/** What is known of the reply under way. */
interface ReplyUnderWay {
  readonly turn: number;
  /** How its generation ended, and the synthesis of its latest utterance; undefined: it has not. */
  generation: EndReason | undefined;
  synthesis: EndReason | undefined;
  hasAudio: boolean;
  hasSounded: boolean;
}

/**
 * Emits `agent.done` when nothing more of a reply can be heard: when the agent becomes idle, or begins another reply. A text of which
 * nothing was heard until then never is.
 */
export function replyEnds({
  edges,
  events$,
  agentState$,
}: Pick<Session<object>, 'edges' | 'events$' | 'agentState$'>): Observable<ServerMessageBody> {
  return defer(() => {
    let reply: ReplyUnderWay | undefined;
    const end = (): ServerMessageBody | undefined => {
      const ended = reply;
      reply = undefined;
      return ended && { type: 'agent.done', turn: ended.turn, reason: reasonOf(ended) };
    };
    const addTurn = (event: TurnEvent): ServerMessageBody | undefined => {
      if (event.kind === 'ended' && event.turn === reply?.turn) reply.generation = event.reason;
      if (event.kind !== 'started') return undefined;
      const before = end();
      reply = { turn: event.turn, generation: undefined, synthesis: undefined, hasAudio: false, hasSounded: false };
      return before;
    };
    return merge(
      edges.reply.pipe(mapDefined(addTurn)),
      edges.speech.pipe(mapDefined<SpeechEvent, never>((event) => addSpeech(reply, event))),
      events$.pipe(
        mapDefined<{ readonly name: string }, never>(({ name }) => {
          if (name === 'on_agent_started_speaking' && reply !== undefined) reply.hasSounded = true;
          return undefined;
        }),
      ),
      agentState$.pipe(mapDefined((state) => (state === 'idle' ? end() : undefined))),
    );
  });
}

/** Frames pass here all the time. */
function addSpeech(reply: ReplyUnderWay | undefined, event: SpeechEvent): undefined {
  if (reply === undefined) return;
  if (event.kind === 'audio') reply.hasAudio = true;
  else if (event.kind === 'ended') reply.synthesis = event.reason;
}

function reasonOf({ generation, synthesis = 'complete', hasAudio, hasSounded }: ReplyUnderWay): EndReason {
  if (generation === 'failed' || synthesis === 'failed') return 'failed';
  const isComplete = generation === 'complete' && synthesis === 'complete';
  if (hasSounded) return isComplete ? 'complete' : 'interrupted';
  return isComplete && !hasAudio ? 'complete' : 'superseded';
}
