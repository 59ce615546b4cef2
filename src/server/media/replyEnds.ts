import { defer, merge, type Observable } from 'rxjs';
import type { PlayoutEvent } from '../../core/playout.ts';
import type { ServerMessageBody } from '../../core/protocol.ts';
import type { EndReason, SpeechEvent, TurnEvent } from '../../core/turn.ts';
import type { Session } from '../../session/session.ts';
import { mapDefined } from '../../stream/mapDefined.ts';

/** The state of the current reply. */
interface CurrentReply {
  readonly turn: number;
  /** How its generation ended; undefined while it is running. */
  generation: EndReason | undefined;
  hasSpeechFailed: boolean;
  /** Whether TTS has produced audio for it, and whether the client has played some of it. */
  hasAudio: boolean;
  hasSounded: boolean;
  /** Whether the client has played its latest utterance completely. */
  isWhole: boolean;
}

/**
 * Emits `agent.done` when nothing more of a reply can be heard: when the agent becomes idle, or begins another reply.
 * Text that the user has not heard by then remains unheard.
 */
export function replyEnds({
  edges,
  agentState$,
}: Pick<Session<object>, 'edges' | 'agentState$'>): Observable<ServerMessageBody> {
  return defer(() => {
    let reply: CurrentReply | undefined;
    const end = (): ServerMessageBody | undefined => {
      const ended = reply;
      reply = undefined;
      return ended && { type: 'agent.done', turn: ended.turn, reason: reasonOf(ended) };
    };
    const addTurn = (event: TurnEvent): ServerMessageBody | undefined => {
      if (event.kind === 'ended' && event.turn === reply?.turn) reply.generation = event.reason;
      if (event.kind !== 'started') return undefined;
      const before = end();
      reply = createReply(event.turn);
      return before;
    };
    return merge(
      edges.reply.pipe(mapDefined(addTurn)),
      edges.speech.pipe(mapDefined<SpeechEvent, never>((event) => addSpeech(reply, event))),
      edges.playout.pipe(mapDefined<PlayoutEvent, never>((event) => addPlayout(reply, event))),
      agentState$.pipe(mapDefined((state) => (state === 'idle' ? end() : undefined))),
    );
  });
}

function createReply(turn: number): CurrentReply {
  const nothing = { hasSpeechFailed: false, hasAudio: false, hasSounded: false, isWhole: false };
  return { turn, generation: undefined, ...nothing };
}

/** Adds a speech event to the reply. Runs for each frame. */
function addSpeech(reply: CurrentReply | undefined, event: SpeechEvent): undefined {
  if (reply === undefined) return;
  if (event.kind === 'audio') reply.hasAudio = true;
  else if (event.kind === 'ended') reply.hasSpeechFailed = event.reason === 'failed';
}

/** Adds a playout event to the reply. Runs for each frame. */
function addPlayout(reply: CurrentReply | undefined, event: PlayoutEvent): undefined {
  if (reply === undefined) return;
  if (event.kind === 'started') reply.hasSounded = true;
  else if (event.kind === 'stopped') reply.isWhole = event.whole;
}

function reasonOf({ generation, hasSpeechFailed, hasAudio, hasSounded, isWhole }: CurrentReply): EndReason {
  if (generation === 'failed' || hasSpeechFailed) return 'failed';
  const isComplete = generation === 'complete';
  if (hasSounded) return isComplete && isWhole ? 'complete' : 'interrupted';
  return isComplete && !hasAudio ? 'complete' : 'superseded';
}
