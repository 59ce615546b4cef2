import { Subscription } from 'rxjs';
import type { StageContext } from '../../stages.ts';
import type { Conversation } from './conversation.ts';
import type { PlayedAudio } from './playedAudio.ts';

/** The reply whose playback the model's memory follows. */
interface OpenReply {
  readonly turn: number;
  isCut: boolean;
  /** The text of it that was heard. */
  heard: string;
}

/**
 * Makes the model forget what was not heard of a reply that was cut, once the client has reported what it played.
 * Unsubscribing ends that.
 */
export function keepMemory(
  conversation: Conversation,
  played: PlayedAudio,
  { edges, floor }: Pick<StageContext, 'edges' | 'floor'>,
): Subscription {
  let open: OpenReply | null = null;
  const replyOf = (turn: number): OpenReply => {
    if (open === null || open.turn !== turn) open = { turn, isCut: false, heard: '' };
    return open;
  };
  const forgetIfCut = ({ turn, isCut, heard }: OpenReply): void => {
    if (isCut && !played.isSounding(turn)) conversation.forget(turn, { heard });
  };
  const running = new Subscription();
  running.add(
    floor.replyEnded.subscribe(({ turn, reason }) => {
      conversation.cancel(turn);
      const reply = replyOf(turn);
      reply.isCut = reason !== 'complete';
      forgetIfCut(reply);
    }),
  );
  running.add(
    edges.playout.subscribe((event) => {
      const stopped = played.addPlayout(event);
      if (stopped === null || event.kind !== 'stopped') return;
      for (const { turn } of stopped.texts) conversation.forget(turn, { heard: '' });
      const reply = replyOf(stopped.turn);
      reply.heard += event.heard;
      forgetIfCut(reply);
    }),
  );
  return running;
}
