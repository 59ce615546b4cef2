import type { EndReason, TurnEvent } from '../../src/core/turn.ts';

/** The text that a reply has generated so far. */
export interface ReplyText {
  readonly text: string;
  /** The text that the last event added. */
  readonly delta: string;
  readonly round: number;
  /** True if `text` is not blank. */
  readonly hasWords: boolean;
  /** The text up to this offset is complete: the reply waits for functions, or `say()` added it. */
  readonly completeChars: number;
  /** Null: more may follow. */
  readonly ended: EndReason | null;
  /** True if the next reply has begun: there is no more of this one. */
  readonly superseded: boolean;
}

export const emptyReplyText: ReplyText = {
  text: '',
  delta: '',
  round: 0,
  hasWords: false,
  completeChars: 0,
  ended: null,
  superseded: false,
};

/** Adds an event to the text of the reply to `turn`; a space joins rounds. Never reads the text so far. */
export function addToReplyText(reply: ReplyText, event: TurnEvent, turn: number): ReplyText {
  if (event.turn !== turn) return event.kind === 'started' ? { ...reply, delta: '', superseded: true } : reply;
  switch (event.kind) {
    case 'text': {
      const delta = separator(reply, event.round, event.delta) + event.delta;
      const text = reply.text + delta;
      const completeChars = event.round < 0 ? text.length : reply.completeChars;
      const hasWords = reply.hasWords || delta.trim() !== '';
      return { ...reply, text, delta, hasWords, completeChars, round: event.round };
    }
    case 'round':
      return {
        ...reply,
        delta: '',
        completeChars: event.calls.length === 0 ? reply.completeChars : reply.text.length,
      };
    case 'ended':
      return { ...reply, delta: '', ended: event.reason };
    default:
      return reply;
  }
}

/** Returns the space between rounds. Each text of a round below 0 stands alone. */
function separator({ text, round }: ReplyText, nextRound: number, delta: string): string {
  const goesOn = round === nextRound && round >= 0;
  const joined = goesOn || text === '' || /\s/u.test(text.charAt(text.length - 1)) || /^\s/u.test(delta);
  return joined ? '' : ' ';
}
