import type { EndReason, TurnEvent } from '../../src/core/turn.ts';

/** The text that a reply has generated so far. */
export interface ReplyText {
  /** Without what was dropped of fillers. */
  readonly text: string;
  /** The text that the last event added. */
  readonly delta: string;
  /** True if `delta` is a filler. */
  readonly isFiller: boolean;
  /** The number of characters that were generated, with those that were dropped. */
  readonly generated: number;
  readonly round: number;
  /** The offsets at which rounds begin. Each text that `say()` added is a round. */
  readonly roundStarts: readonly number[];
  /** What of the text is fillers, in order. */
  readonly fillers: readonly Span[];
  /** True if `text` is not blank. */
  readonly hasWords: boolean;
  /** The text up to this number of generated characters is complete: the reply waits for functions, or `say()` added it. */
  readonly completeChars: number;
  /** Null: more may follow. */
  readonly ended: EndReason | null;
  /** True if the next reply has begun: there is no more of this one. */
  readonly superseded: boolean;
}

/** A stretch of the text, by offsets. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export const emptyReplyText: ReplyText = {
  text: '',
  delta: '',
  isFiller: false,
  generated: 0,
  round: 0,
  roundStarts: [0],
  fillers: [],
  hasWords: false,
  completeChars: 0,
  ended: null,
  superseded: false,
};

/** Adds an event to the text of the reply to `turn`; a space joins rounds. Never reads the text so far. */
export function addToReplyText(reply: ReplyText, event: TurnEvent, turn: number): ReplyText {
  if (event.turn !== turn) return event.kind === 'started' ? { ...reply, delta: '', superseded: true } : reply;
  switch (event.kind) {
    case 'text':
      return addText(reply, event);
    case 'round':
      return {
        ...reply,
        delta: '',
        completeChars: event.calls.length === 0 ? reply.completeChars : reply.generated,
      };
    case 'ended':
      return { ...reply, delta: '', ended: event.reason };
    default:
      return reply;
  }
}

function addText(reply: ReplyText, event: Extract<TurnEvent, { kind: 'text' }>): ReplyText {
  const { round } = event;
  const isFiller = event.filler === true;
  const goesOn = round === reply.round && round >= 0;
  const delta = (goesOn ? '' : separator(reply.text, event.delta)) + event.delta;
  const text = reply.text + delta;
  const generated = reply.generated + delta.length;
  const completeChars = round < 0 ? generated : reply.completeChars;
  const hasWords = reply.hasWords || delta.trim() !== '';
  const roundStarts = goesOn ? reply.roundStarts : [...reply.roundStarts, reply.text.length];
  const fillers = isFiller ? [...reply.fillers, { from: reply.text.length, to: text.length }] : reply.fillers;
  return { ...reply, text, delta, isFiller, generated, hasWords, completeChars, round, roundStarts, fillers };
}

/** Drops a stretch of the text that is not spoken. */
export function dropText(reply: ReplyText, dropped: Span): ReplyText {
  const { text, roundStarts, fillers } = reply;
  if (dropped.to <= dropped.from) return reply;
  const move = (at: number): number => at - Math.max(0, Math.min(at, dropped.to) - dropped.from);
  return {
    ...reply,
    text: text.slice(0, dropped.from) + text.slice(dropped.to),
    roundStarts: roundStarts.map(move),
    fillers: fillers.map(({ from, to }) => ({ from: move(from), to: move(to) })).filter(({ from, to }) => from < to),
  };
}

/** Drops what was not heard of the fillers that other text follows. */
export function dropUnheardFillers(reply: ReplyText, heardChars: number): ReplyText {
  if (reply.fillers.length === 0) return reply;
  const overtaken = reply.fillers.filter(({ to }) => to > heardChars && hasAnswerAfter(reply, to));
  return overtaken.reduceRight((left, { from, to }) => dropText(left, { from: Math.max(from, heardChars), to }), reply);
}

function hasAnswerAfter({ text, fillers }: ReplyText, at: number): boolean {
  const rest = splitFillers(text, at, fillers);
  return rest.some((part) => !part.isFiller && part.text.trim() !== '');
}

/** A stretch of the text that is a filler as a whole, or none. */
export interface TextPart {
  readonly text: string;
  readonly isFiller: boolean;
}

/** Splits the text from an offset on into fillers and what is none. */
export function splitFillers(text: string, from: number, fillers: readonly Span[]): readonly TextPart[] {
  const parts: TextPart[] = [];
  let at = from;
  const add = (to: number, isFiller: boolean): void => {
    if (to > at) parts.push({ text: text.slice(at, to), isFiller });
    at = Math.max(at, to);
  };
  for (const filler of fillers) {
    add(filler.from, false);
    add(filler.to, true);
  }
  add(text.length, false);
  return parts;
}

/** Returns the space between a text and the next round. */
function separator(text: string, delta: string): string {
  const isJoined = text === '' || /\s/u.test(text.charAt(text.length - 1)) || /^\s/u.test(delta);
  return isJoined ? '' : ' ';
}
