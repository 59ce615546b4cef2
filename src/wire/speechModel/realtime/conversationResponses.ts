import type { FunctionCall } from '../../../core/message.ts';
import type { WordTiming } from '../../../core/turn.ts';
import type { SpeechModelEvent, SpeechModelInput } from '../../../core/speechToSpeech.ts';
import { fromBase64 } from '../../bytes.ts';
import { asArray, asObject, asText, createSend, type JsonObject } from '../../json.ts';
import type { SpeechModelAction } from '../dialect.ts';
import type { RealtimeError } from '../../realtimeErrors.ts';
import type { ConversationItems } from './conversationItems.ts';
import { parseResponseUsage } from './conversationUsage.ts';
import { SaidTexts, type SaidText } from './saidTexts.ts';

export interface ResponsesOptions {
  /** Returns the instructions, to which those of one reply are added. */
  readonly instructions: () => string;
  readonly items: ConversationItems;
  /** Rate of the audio, in Hz. */
  readonly sampleRate: number;
  /** How the server says a text of the application. */
  readonly says: 'response' | 'force_message';
}

type Respond = Extract<SpeechModelInput, { readonly kind: 'respond' }>;
type Say = Extract<SpeechModelInput, { readonly kind: 'say' }>;

/** The response under way. The server has confirmed it once it has an id. */
interface Response {
  readonly turn: number;
  id: string | null;
  isCancelled: boolean;
  readonly calls: FunctionCall[];
  /** True if it says a text of the application, which is then removed from the conversation. */
  readonly isSaid: boolean;
}

const RESPONSE_ID = 'respond_';

/**
 * The responses of a conversation. Requests one reply at a time, and drops what still arrives of a cancelled one. The
 * responses that say a text of the application run beside it, or between two replies if the server says it as a message.
 */
export class ConversationResponses {
  readonly #options: ResponsesOptions;
  readonly #items: ConversationItems;
  #response: Response | null = null;
  #waiting: readonly (Respond | Say)[] = [];
  readonly #texts = new SaidTexts();

  constructor(options: ResponsesOptions) {
    this.#options = options;
    this.#items = options.items;
  }

  /** Requests a response once the one before it is over. */
  respond(request: Respond): readonly SpeechModelAction[] {
    this.#waiting = [...this.#waiting, request];
    return this.#respondNext();
  }

  /** Says a text of the application. */
  say(request: Say): readonly SpeechModelAction[] {
    if (this.#options.says === 'response') return this.#texts.say(request.turn, request.text);
    this.#waiting = [...this.#waiting, request];
    return this.#respondNext();
  }

  #respondNext(): readonly SpeechModelAction[] {
    const [next, ...others] = this.#waiting;
    if (next === undefined || this.#response !== null) return [];
    this.#waiting = others;
    const event_id = `${RESPONSE_ID}${next.turn}`;
    this.#response = { turn: next.turn, id: null, isCancelled: false, calls: [], isSaid: next.kind === 'say' };
    if (next.kind === 'say')
      return [createSend({ type: 'conversation.item.create', event_id, item: toForced(next.text) })];
    const { instructions, tool_choice } = next;
    // The instructions of a response replace those of the session.
    const own =
      instructions === undefined ? {} : { instructions: `${this.#options.instructions()}\n\n${instructions}` };
    const response = { ...own, ...(tool_choice !== undefined && { tool_choice: toToolChoice(tool_choice) }) };
    return [createSend({ type: 'response.create', event_id, ...(Object.keys(response).length > 0 && { response }) })];
  }

  /** Cancels the reply to a turn, or the text with that number. */
  cancel(turn: number): readonly SpeechModelAction[] {
    const text = this.#texts.cancel(turn);
    if (text !== null) return text;
    this.#waiting = this.#waiting.filter((other) => other.turn !== turn);
    const response = this.#response;
    if (response === null || response.turn !== turn || response.isCancelled) return [];
    response.isCancelled = true;
    return [createSend({ type: 'response.cancel', ...(response.id !== null && { response_id: response.id }) })];
  }

  /** Receives a message about a response. */
  receive(message: JsonObject, item: string): readonly SpeechModelAction[] {
    if (message['type'] === 'response.created') return this.#confirm(asObject(message['response']) ?? {});
    if (message['type'] === 'response.done') return this.#end(asObject(message['response']) ?? {});
    const response = this.#responseOf(message);
    if (response === null) return [];
    const { turn } = response;
    switch (message['type']) {
      case 'response.output_audio.delta':
        return this.#receiveAudio(turn, item, asText(message['delta']));
      case 'response.output_audio_transcript.delta':
      case 'response.output_text.delta':
        return this.#receiveText(turn, item, asText(message['delta']));
      case 'response.audio_timestamp.delta':
        return this.#emitTimings(turn, item, this.#items.addTime(item, message));
      case 'response.output_item.done':
        return this.#endItem(response, asObject(message['item']) ?? {});
      default:
        return [];
    }
  }

  /** Returns the response to which a message belongs; null if that is another one, or was cancelled. */
  #responseOf(message: JsonObject): Pick<Response, 'turn' | 'calls'> | null {
    const id = asText(message['response_id']);
    const text = this.#texts.find(id);
    if (text !== undefined) return { turn: text.turn, calls: [] };
    const response = this.#response;
    if (response === null || response.isCancelled) return null;
    return response.id === id ? response : null;
  }

  #confirm({ id, metadata }: JsonObject): readonly SpeechModelAction[] {
    const text = this.#texts.confirm(asObject(metadata) ?? {}, asText(id));
    if (text !== null) return text;
    const response = this.#response;
    if (response === null || response.id !== null) return [];
    response.id = asText(id);
    if (!response.isCancelled) return [emit({ kind: 'started', turn: response.turn })];
    return [createSend({ type: 'response.cancel', response_id: response.id })];
  }

  #receiveAudio(turn: number, item: string, delta: string): readonly SpeechModelAction[] {
    const samples = this.#items.addAudio(item, fromBase64(delta));
    if (samples.length === 0) return [];
    return [emit({ kind: 'audio', turn, item, frame: { samples, sampleRate: this.#options.sampleRate } })];
  }

  #receiveText(turn: number, item: string, delta: string): readonly SpeechModelAction[] {
    const timings = this.#emitTimings(turn, item, this.#items.addText(item, delta));
    return [emit({ kind: 'text', turn, item, delta }), ...timings];
  }

  #emitTimings(turn: number, item: string, words: readonly WordTiming[]): readonly SpeechModelAction[] {
    return words.length === 0 ? [] : [emit({ kind: 'timings', turn, item, words })];
  }

  #endItem({ turn, calls }: Pick<Response, 'turn' | 'calls'>, item: JsonObject): readonly SpeechModelAction[] {
    const id = asText(item['id']);
    this.#items.end(id);
    if (item['type'] !== 'function_call') return [emit({ kind: 'item_ended', turn, item: id })];
    const called = { name: asText(item['name']), arguments: asText(item['arguments']) };
    calls.push({ id: asText(item['call_id']), type: 'function', function: called });
    return [];
  }

  #end(done: JsonObject): readonly SpeechModelAction[] {
    const text = this.#texts.find(asText(done['id']));
    if (text !== undefined) return this.#endSaid(text, done);
    const response = this.#response;
    const isOurs = response !== null && (response.id === null || response.id === asText(done['id']));
    if (!isOurs) return [];
    const used = createUsage(response.turn, done);
    this.#response = null;
    const ended = response.isCancelled ? [] : createEnd(response, done);
    return [...used, ...ended, ...this.#deleteUnwanted(response, done), ...this.#respondNext()];
  }

  #endSaid(text: SaidText, done: JsonObject): readonly SpeechModelAction[] {
    this.#texts.end(text);
    const { turn } = text;
    return [...createUsage(turn, done), ...createEnd({ turn, calls: [] }, done)];
  }

  /**
   * Deletes the items of which the session knows nothing: all of a said text; the calls of a cancelled response, which
   * nobody answers, and those of its messages of which nothing was emitted.
   */
  #deleteUnwanted({ isSaid, isCancelled }: Response, done: JsonObject): readonly SpeechModelAction[] {
    const isUnwanted = ({ id, type }: JsonObject): boolean =>
      isSaid || (isCancelled && (type === 'function_call' || this.#items.samplesOf(asText(id)) === null));
    return asArray(done['output'])
      .map((item) => asObject(item) ?? {})
      .filter(isUnwanted)
      .map(({ id }) => createDelete(asText(id)));
  }

  /** Ends a response that the server refuses to begin; null if the error is about something else. */
  refuse({ message, eventId }: RealtimeError): readonly SpeechModelAction[] | null {
    const text = this.#texts.refuse(eventId, message);
    if (text !== null) return text;
    if (!eventId.startsWith(RESPONSE_ID)) return null;
    const response = this.#response;
    if (response === null || response.id !== null) return [];
    this.#response = null;
    const error = new Error(`the response was refused: ${message}`);
    const ended = response.isCancelled ? [] : [emit({ kind: 'ended', turn: response.turn, calls: [], error })];
    return [...ended, ...this.#respondNext()];
  }
}

/** Creates the action that emits an event. */
export function emit(event: SpeechModelEvent): SpeechModelAction {
  return { kind: 'event', event };
}

/** Creates the action that deletes an item. */
export function createDelete(item: string): SpeechModelAction {
  return createSend({ type: 'conversation.item.delete', item_id: item });
}

function toForced(text: string): JsonObject {
  const content = [{ type: 'output_text', text }];
  return { type: 'force_message', role: 'assistant', interruptible: true, content };
}

function toToolChoice(choice: NonNullable<Respond['tool_choice']>): unknown {
  return typeof choice === 'string' ? choice : { type: 'function', name: choice.function.name };
}

function createUsage(turn: number, done: JsonObject): readonly SpeechModelAction[] {
  const usage = parseResponseUsage(done['usage']);
  return usage === null ? [] : [emit({ kind: 'usage', turn, usage })];
}

function createEnd({ turn, calls }: Pick<Response, 'turn' | 'calls'>, done: JsonObject): readonly SpeechModelAction[] {
  const status = asText(done['status']);
  if (status === 'completed') return [emit({ kind: 'ended', turn, calls })];
  const details = asObject(done['status_details']) ?? {};
  const reason = asText(asObject(details['error'])?.['message']) || asText(details['reason']) || status;
  if (status === 'incomplete')
    return [emit({ kind: 'ended', turn, calls, stoppedBy: reason === 'content_filter' ? 'content_filter' : 'length' })];
  return [emit({ kind: 'ended', turn, calls: [], error: new Error(`the response ended as ${status}: ${reason}`) })];
}
