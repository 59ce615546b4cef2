import type { SpeechModelEvent } from '../../../core/speechToSpeech.ts';
import { speechModelCodec } from '../../../record/codecs.ts';
import type { Line, WrittenSpeechModelEvent } from '../../../record/format.ts';
import { isIn, valueIn, valueOut } from '../../lines.ts';
import type { Timed } from '../fromTimes.ts';

export interface TimedModelEvent extends Timed {
  readonly event: SpeechModelEvent;
}

/** What a speech model answered to one input. Times are relative to the input. */
export interface ModelResponse {
  readonly turn: number;
  readonly events: readonly TimedModelEvent[];
}

/** The events of a recorded speech model. */
export interface RecordedModelEvents {
  /** The responses to requests and to texts to say, in the order of their inputs. */
  readonly responses: readonly ModelResponse[];
  /** The words of committed turns. */
  readonly words: readonly ModelResponse[];
  /** Events that answer no input, in session time. */
  readonly others: readonly TimedModelEvent[];
  /** The failure of the conversation. Null if there is none. */
  readonly failure: (Timed & { readonly message: string }) | null;
}

/** Reads the events of a speech model, each with the input that it answers. */
export function readModelEvents(lines: readonly Line[]): RecordedModelEvents {
  const reader = new ModelReader();
  for (const line of lines) reader.note(line);
  const { responses, words, others } = reader;
  const failed = lines.find((line) => isIn(line, 'model') && line.error !== undefined);
  const message = failed !== undefined && 'in' in failed ? (failed.error?.message ?? '') : '';
  return { responses, words, others, failure: failed === undefined ? null : { atMs: failed.t, message } };
}

interface OpenResponse extends ModelResponse {
  readonly sentMs: number;
  readonly events: TimedModelEvent[];
}

class ModelReader {
  readonly responses: OpenResponse[] = [];
  readonly words: OpenResponse[] = [];
  readonly others: TimedModelEvent[] = [];

  note(line: Line): void {
    const sent = valueOut(line, 'model');
    if (sent?.kind === 'commit') open(this.words, sent.turn, line.t);
    if (sent?.kind === 'respond' || sent?.kind === 'say') open(this.responses, sent.turn, line.t);
    const written = valueIn(line, 'model');
    if (written !== undefined) this.#add(written, line.t);
  }

  #add(written: WrittenSpeechModelEvent, atMs: number): void {
    const event = speechModelCodec.read(written);
    const isWords = event.kind === 'words' || event.kind === 'words_failed';
    const answered = isWords ? this.words : this.responses;
    const own = 'turn' in event ? answered.findLast(({ turn }) => turn === event.turn) : undefined;
    if (own === undefined) this.others.push({ atMs, event });
    else own.events.push({ atMs: atMs - own.sentMs, event });
  }
}

/** An input is written once for each subscription of the model to its inputs. */
function open(responses: OpenResponse[], turn: number, sentMs: number): void {
  const last = responses.findLast((response) => response.turn === turn);
  if (last !== undefined && last.events.length === 0) return;
  responses.push({ turn, sentMs, events: [] });
}
