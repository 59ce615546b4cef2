import type { EndReason, TurnEvent } from '../../src/core/turn.ts';

/** The text that a reply has generated so far. */
export interface ReplyText {
  readonly text: string;
  /** The text that the last event added. */
  readonly delta: string;
  readonly round: number;
  /** The offsets at which rounds begin. Each text that `say()` added is a round. */
  readonly roundStarts: readonly number[];
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
  roundStarts: [0],
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
      const { round } = event;
      const goesOn = round === reply.round && round >= 0;
      const delta = (goesOn ? '' : separator(reply.text, event.delta)) + event.delta;
      const text = reply.text + delta;
      const completeChars = round < 0 ? text.length : reply.completeChars;
      const hasWords = reply.hasWords || delta.trim() !== '';
      const roundStarts = goesOn ? reply.roundStarts : [...reply.roundStarts, reply.text.length];
      return { ...reply, text, delta, hasWords, completeChars, round, roundStarts };
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

/** Returns the space between a text and the next round. */
function separator(text: string, delta: string): string {
  const isJoined = text === '' || /\s/u.test(text.charAt(text.length - 1)) || /^\s/u.test(delta);
  return isJoined ? '' : ' ';
}
