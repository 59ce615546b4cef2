import { Subscription } from 'rxjs';
import type { StageContext } from '../../stages.ts';
import type { Conversation } from './conversation.ts';
import type { PlayedAudio } from './playedAudio.ts';

/** The reply whose playback the model's memory follows. */
interface OpenReply {
  readonly turn: number;
  /** `cut`: by the user · `failed`: what was generated is still spoken. */
  end: 'none' | 'cut' | 'failed';
  /** The text of it that was heard. */
  heard: string;
}

/**
 * Makes the model forget what was not heard of a reply that was cut or has failed, once the client has reported what it
 * played. Unsubscribing ends that.
 */
export function keepMemory(
  conversation: Conversation,
  played: PlayedAudio,
  { edges, floor }: Pick<StageContext, 'edges' | 'floor'>,
): Subscription {
  let open: OpenReply | null = null;
  const replyOf = (turn: number): OpenReply => {
    if (open === null || open.turn !== turn) open = { turn, end: 'none', heard: '' };
    return open;
  };
  const forgetIfOver = ({ turn, end, heard }: OpenReply): void => {
    const isOver = end === 'cut' ? !played.isSounding(turn) : end === 'failed' && !played.isOpen(turn);
    if (isOver) conversation.forget(turn, { heard });
  };
  const end = (turn: number, by: 'cut' | 'failed'): void => {
    const reply = replyOf(turn);
    reply.end = by;
    forgetIfOver(reply);
  };
  const running = new Subscription();
  running.add(
    floor.replyEnded.subscribe(({ turn, reason }) => {
      conversation.cancel(turn);
      if (reason !== 'complete') end(turn, 'cut');
    }),
  );
  running.add(
    edges.reply.subscribe((event) => {
      if (event.kind === 'ended' && event.reason === 'failed') end(event.turn, 'failed');
    }),
  );
  running.add(
    edges.speech.subscribe(({ kind }) => {
      if (kind === 'ended' && open !== null) forgetIfOver(open);
    }),
  );
  running.add(
    edges.playout.subscribe((event) => {
      const stopped = played.addPlayout(event);
      if (stopped === null || event.kind !== 'stopped') return;
      for (const { turn } of stopped.texts) conversation.forget(turn, { heard: '' });
      const reply = replyOf(stopped.turn);
      reply.heard += event.heard;
      forgetIfOver(reply);
    }),
  );
  return running;
}
