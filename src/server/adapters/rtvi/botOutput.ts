import { createEvent, type RtviEvent } from './events.ts';

/** A part of an utterance, as it was sent to TTS. */
interface Piece {
  readonly utterance: string;
  readonly id: number;
  readonly text: string;
}

/** Parts that may not have been heard yet; the oldest are dropped. A reply has one part for each sentence. */
const MAX_PIECES = 256;

/** Tracks, part by part, how much of the agent's text was heard, and reports it in `bot-output` messages. */
export class BotOutput {
  #pieces: readonly Piece[] = [];
  #nextId = 0;

  /** Adds a part that will be spoken. */
  add(utterance: string, text: string): RtviEvent {
    const piece: Piece = { utterance, id: this.#nextId++, text };
    this.#pieces = [...this.#pieces, piece].slice(-MAX_PIECES);
    return toEvent(piece, 'new', 0);
  }

  /** Completes an utterance that the user heard to its end. */
  complete(utterance: string): readonly RtviEvent[] {
    return this.#take(utterance).map((piece) => toEvent(piece, 'completed', piece.text.length));
  }

  /** Cuts an utterance of which the user heard only `heard`. */
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

  /** Drops the text that the user did not hear. Called at the end of the reply. */
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
