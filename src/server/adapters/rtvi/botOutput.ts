import { createEvent, type RtviEvent } from './events.ts';

/** A piece of an utterance, as it went to TTS. */
interface Piece {
  readonly utterance: string;
  readonly id: number;
  readonly text: string;
}

/** Pieces of which it is not known whether they were heard; the oldest are dropped. A reply has a piece for each sentence. */
const MAX_PIECES = 256;

/** Follows what of the agent's text was heard, piece by piece, in the messages `bot-output`. */
export class BotOutput {
  #pieces: readonly Piece[] = [];
  #nextId = 0;

  /** Adds a piece that will be spoken. */
  add(utterance: string, text: string): RtviEvent {
    const piece: Piece = { utterance, id: this.#nextId++, text };
    this.#pieces = [...this.#pieces, piece].slice(-MAX_PIECES);
    return toEvent(piece, 'new', 0);
  }

  /** All of an utterance was heard. */
  complete(utterance: string): readonly RtviEvent[] {
    return this.#take(utterance).map((piece) => toEvent(piece, 'completed', piece.text.length));
  }

  /** Only `heard` of an utterance was heard. */
  interrupt(utterance: string, heard: string): readonly RtviEvent[] {
    let left = heard.length;
    return this.#take(utterance).flatMap((piece) => {
      const chars = Math.min(left, piece.text.length);
      left -= chars;
      if (chars === 0) return [];
      return [
        toEvent(
          piece,
          chars === piece.text.trimEnd().length || chars === piece.text.length ? 'completed' : 'in-progress',
          chars,
        ),
      ];
    });
  }

  /** Called when the reply is over: drops the text that was not heard. */
  clear(): void {
    this.#pieces = [];
  }

  #take(utterance: string): readonly Piece[] {
    const taken = this.#pieces.filter((piece) => piece.utterance === utterance);
    this.#pieces = this.#pieces.filter((piece) => piece.utterance !== utterance);
    return taken;
  }
}

function toEvent({ id, text }: Piece, spoken_status: 'new' | 'in-progress' | 'completed', chars: number): RtviEvent {
  return createEvent('bot-output', {
    text,
    aggregated_by: 'sentence',
    segment_id: id,
    will_be_spoken: true,
    spoken_status,
    spoken_progress: { accumulated_text: text.slice(0, chars), remaining_text: text.slice(chars) },
  });
}
