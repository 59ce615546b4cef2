import { Subscription } from 'rxjs';
import type { StageContext } from '../../stages.ts';
import type { Conversation } from './conversation.ts';
import type { PlayedAudio } from './playedAudio.ts';

/** The reply whose playback the model's memory follows. */
interface OpenReply {
  readonly turn: number;
  /** `cut`: by the user · `failed`: what was generated is still spoken · `complete`: all of it was generated. */
  end: 'none' | 'cut' | 'failed' | 'complete';
  /** The text of it that was heard. */
  heard: string;
  /** Whether all of its latest utterance was heard. */
  isWhole: boolean;
}

/**
 * Makes the model forget what was not heard of a reply that was cut or has failed, once the client has reported what it
 * played, and what the session has changed in a text that the model has written. Unsubscribing ends that.
 */
export function keepMemory(
  conversation: Conversation,
  played: PlayedAudio,
  { edges, floor }: Pick<StageContext, 'edges' | 'floor'>,
): Subscription {
  let open: OpenReply | null = null;
  const replyOf = (turn: number): OpenReply => {
    if (open === null || open.turn !== turn) open = { turn, end: 'none', heard: '', isWhole: false };
    return open;
  };
  const forgetIfOver = (reply: OpenReply): void => {
    if (isOver(reply, played) && (reply.end !== 'complete' || conversation.isChanged(reply.turn, reply.heard)))
      conversation.forget(reply.turn, reply);
  };
  const end = (turn: number, by: 'cut' | 'failed' | 'complete'): void => {
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
      if (event.kind !== 'ended') return;
      if (event.reason === 'failed' || event.reason === 'complete') end(event.turn, event.reason);
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
      reply.isWhole = event.whole;
      forgetIfOver(reply);
    }),
  );
  return running;
}

function isOver({ turn, end, isWhole }: OpenReply, played: PlayedAudio): boolean {
  switch (end) {
    case 'none':
      return false;
    case 'cut':
      return !played.isSounding(turn);
    case 'failed':
      return !played.isOpen(turn);
    case 'complete':
      return isWhole && !played.isOpen(turn);
  }
}
