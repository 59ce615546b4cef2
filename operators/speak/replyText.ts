import { mustSound } from '../../src/core/speakable.ts';
import type { EndReason, TurnEvent } from '../../src/core/turn.ts';

/** A span of the text, by offsets. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The text that a reply has generated so far. It is mutated in place. */
export class ReplyText {
  readonly #turn: number;
  /** The text, without the dropped parts of fillers. */
  text: string = '';
  /** The text that the last event added. */
  delta: string = '';
  /** True if `delta` is a filler. */
  isFiller: boolean = false;
  /** The number of characters generated, including dropped ones. */
  generated: number = 0;
  #round = 0;
  /** The offsets at which rounds begin. Each text added by `say()` is a round. */
  roundStarts: readonly number[] = [0];
  /** The fillers in the text, in order. */
  fillers: readonly Span[] = [];
  /** True if `text` has a letter or a digit, without which no voice makes a sound. */
  hasWords: boolean = false;
  /**
   * The text up to this many generated characters is complete, because the reply is waiting for functions or `say()`
   * added it.
   */
  completeChars: number = 0;
  /** Null while more may follow. */
  ended: EndReason | null = null;
  /** True once the next reply has begun, so that no more of this one follows. */
  superseded: boolean = false;

  constructor(turn: number) {
    this.#turn = turn;
  }

  /** Adds an event and returns whether anything changed. Joins rounds with a space. Never rereads the text so far. */
  add(event: TurnEvent): boolean {
    if (event.turn !== this.#turn) return this.#supersede(event);
    switch (event.kind) {
      case 'text':
        this.#addText(event);
        return true;
      case 'round':
        this.delta = '';
        if (event.calls.length > 0) this.completeChars = this.generated;
        return true;
      case 'ended':
        this.delta = '';
        this.ended = event.reason;
        return true;
      default:
        return false;
    }
  }

  /** Drops a span of the text that is not spoken. */
  drop(dropped: Span): void {
    if (dropped.to <= dropped.from) return;
    const move = (at: number): number => at - Math.max(0, Math.min(at, dropped.to) - dropped.from);
    this.text = this.text.slice(0, dropped.from) + this.text.slice(dropped.to);
    this.roundStarts = this.roundStarts.map(move);
    this.fillers = this.fillers
      .map(({ from, to }) => ({ from: move(from), to: move(to) }))
      .filter(({ from, to }) => from < to);
  }

  /** Drops the unheard parts of fillers that other text follows. */
  dropUnheardFillers(heardChars: number): void {
    if (this.fillers.length === 0) return;
    const overtaken = this.fillers.filter(({ to }) => to > heardChars && this.#hasAnswerAfter(to));
    for (const { from, to } of overtaken.toReversed()) this.drop({ from: Math.max(from, heardChars), to });
  }

  /** Returns the text before an offset, without fillers. */
  answerBefore(at: number): string {
    const parts = splitFillers(this.text.slice(0, at), 0, this.fillers);
    return parts.map((part) => (part.isFiller ? '' : part.text)).join('');
  }

  #supersede({ kind }: TurnEvent): boolean {
    if (kind !== 'started') return false;
    this.delta = '';
    this.superseded = true;
    return true;
  }

  #addText({ round, delta, filler }: Extract<TurnEvent, { kind: 'text' }>): void {
    const from = this.text.length;
    const goesOn = round === this.#round && round >= 0;
    this.delta = (goesOn ? '' : separator(this.text, delta)) + delta;
    this.isFiller = filler === true;
    this.text += this.delta;
    this.generated += this.delta.length;
    this.#round = round;
    this.hasWords ||= mustSound(this.delta);
    if (round < 0) this.completeChars = this.generated;
    if (!goesOn) this.roundStarts = [...this.roundStarts, from];
    if (this.isFiller) this.fillers = [...this.fillers, { from, to: this.text.length }];
  }

  #hasAnswerAfter(at: number): boolean {
    const rest = splitFillers(this.text, at, this.fillers);
    return rest.some((part) => !part.isFiller && part.text.trim() !== '');
  }
}

/** A part of the text that is either entirely a filler or has none. */
export interface TextPart {
  readonly text: string;
  readonly isFiller: boolean;
}

/** Splits the text from an offset on into fillers and other text. */
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
