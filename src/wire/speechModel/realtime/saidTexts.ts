import { asText, createSend, type JsonObject } from '../../json.ts';
import type { SpeechModelAction } from '../dialect.ts';

/** A text of the application that is being said. It has an id once the server has confirmed it. */
export interface SaidText {
  readonly turn: number;
  id: string | null;
}

/** Begins the instructions. The text follows as JSON, whose quotation marks show where it begins and ends. */
const SAY = 'Say exactly the following text, in its language, and nothing else: ';
const EVENT_ID = 'say_';

/**
 * The texts of the application that the model is asked to say, each in a response of its own outside of the
 * conversation. Such responses may run beside others.
 */
export class SaidTexts {
  readonly #open = new Map<number, SaidText>();

  say(turn: number, text: string): readonly SpeechModelAction[] {
    this.#open.set(turn, { turn, id: null });
    const instructions = `${SAY}${JSON.stringify(text)}`;
    const metadata = { turn: `${turn}` };
    const response = { conversation: 'none', input: [], instructions, tool_choice: 'none', metadata };
    return [createSend({ type: 'response.create', event_id: `${EVENT_ID}${turn}`, response })];
  }

  /** Cancels a text; null if it is not one of them. */
  cancel(turn: number): readonly SpeechModelAction[] | null {
    const found = this.#open.get(turn);
    if (found === undefined) return null;
    this.#open.delete(turn);
    return found.id === null ? [] : [createCancel(found.id)];
  }

  /** Confirms the response of a text, or cancels it if nobody wants it any more. Returns null for the response of a reply. */
  confirm(metadata: JsonObject, id: string): readonly SpeechModelAction[] | null {
    const turn = asText(metadata['turn']);
    if (turn === '') return null;
    const found = this.#open.get(Number(turn));
    if (found === undefined) return [createCancel(id)];
    found.id = id;
    return [{ kind: 'event', event: { kind: 'started', turn: found.turn } }];
  }

  /** Finds the text that a response says. */
  find(id: string): SaidText | undefined {
    return [...this.#open.values()].find((found) => found.id === id);
  }

  /** Ends a text. */
  end({ turn }: SaidText): void {
    this.#open.delete(turn);
  }

  /** Ends a text that the server refuses to say; null if the error is about something else. */
  refuse(eventId: string, message: string): readonly SpeechModelAction[] | null {
    const found = [...this.#open.values()].find(({ turn }) => eventId === `${EVENT_ID}${turn}`);
    if (found === undefined) return null;
    this.end(found);
    const error = new Error(`the text was refused: ${message}`);
    return [{ kind: 'event', event: { kind: 'ended', turn: found.turn, calls: [], error } }];
  }
}

function createCancel(response_id: string): SpeechModelAction {
  return createSend({ type: 'response.cancel', response_id });
}
