import { msOfSamples } from '../../src/core/audio.ts';
import type { FunctionCall } from '../../src/core/message.ts';
import type { SpeechModelEvent, SpeechModelInput } from '../../src/core/speechToSpeech.ts';
import { createPcmDecoder } from '../../src/wire/audio/pcm.ts';
import { bytesOfSamples, fromBase64, toBase64 } from '../../src/wire/bytes.ts';
import { asObject, asText, createSend, parseObject, type JsonObject } from '../../src/wire/json.ts';
import type { SocketFrame } from '../../src/wire/socket.ts';
import type { SpeechModelAction, SpeechModelDialect } from '../../src/wire/speechModel/dialect.ts';
import { ConversationItems } from './conversationItems.ts';
import { parseResponseUsage } from './conversationUsage.ts';
import { classifyRealtimeError, parseErrorEvent, type RealtimeError } from './realtimeErrors.ts';

export interface ConversationOptions {
  /** Returns the session of the first `session.update`. */
  readonly session: () => JsonObject;
  /** Returns the changed fields of the session. */
  readonly changes: () => JsonObject;
  /** Returns the instructions, to which those of one reply are added. */
  readonly instructions: () => string;
  /** Returns the items of the conversation so far. */
  readonly items: () => readonly JsonObject[];
  /** Rate of the audio in both directions, in Hz. */
  readonly sampleRate: number;
}

type Respond = Extract<SpeechModelInput, { readonly kind: 'respond' }>;

/** The response under way. The server has confirmed it once it has an id. */
interface Response {
  readonly turn: number;
  id: string | null;
  isCancelled: boolean;
  readonly calls: FunctionCall[];
}

/** Shortest audio that OpenAI allows to commit, in ms. */
const MIN_COMMIT_MS = 100;
const SETUP_ID = 'setup';

/**
 * A conversation over OpenAI's realtime API (GA) in which the client owns the turns: the server's turn detection is off.
 * Requests one response at a time. Drops what still arrives of a cancelled one.
 */
export class ConversationDialect implements SpeechModelDialect {
  readonly #options: ConversationOptions;
  readonly #items = new ConversationItems();
  #phase: 'setting up' | 'serving' = 'setting up';
  #appendedSamples = 0;
  #response: Response | null = null;
  #waiting: readonly Respond[] = [];

  constructor(options: ConversationOptions) {
    this.#options = options;
  }

  open(): readonly SpeechModelAction[] {
    return [];
  }

  /** Sends an input of the session. */
  send(input: SpeechModelInput): readonly SpeechModelAction[] {
    switch (input.kind) {
      case 'audio':
        this.#appendedSamples += input.frame.samples.length;
        return [
          createSend({ type: 'input_audio_buffer.append', audio: toBase64(bytesOfSamples(input.frame.samples)) }),
        ];
      case 'clear':
        return this.#clear();
      case 'commit':
        return this.#commit(input.turn);
      case 'text':
        return [createItem({ type: 'message', role: 'user', content: [{ type: 'input_text', text: input.text }] })];
      case 'results':
        return input.results.map(({ tool_call_id: call_id, content: output }) =>
          createItem({ type: 'function_call_output', call_id, output }),
        );
      case 'respond':
        this.#waiting = [...this.#waiting, input];
        return this.#respondNext();
      case 'cancel':
        return this.#cancel(input.turn);
      case 'truncate':
        return this.#truncate(input.item, input.samples);
      case 'update':
        return [createSend({ type: 'session.update', session: this.#options.changes() })];
    }
  }

  receive(frame: SocketFrame): readonly SpeechModelAction[] {
    const message = parseObject(frame) ?? {};
    switch (message['type']) {
      case 'session.created':
        return [createSend({ type: 'session.update', event_id: SETUP_ID, session: this.#options.session() })];
      case 'session.updated':
        return this.#phase === 'serving' ? [] : this.#begin();
      case 'error':
        return asObject(message['error']) === null ? [] : this.#handleError(parseErrorEvent(message));
      default:
        return this.#receiveOfConversation(message);
    }
  }

  #begin(): readonly SpeechModelAction[] {
    this.#phase = 'serving';
    return [...this.#options.items().map(createItem), { kind: 'ready' }, emit({ kind: 'ready' })];
  }

  #clear(): readonly SpeechModelAction[] {
    if (this.#appendedSamples === 0) return [];
    this.#appendedSamples = 0;
    return [createSend({ type: 'input_audio_buffer.clear' })];
  }

  /** Commits a turn. Audio that is too short for the server has no words. */
  #commit(turn: number): readonly SpeechModelAction[] {
    if (msOfSamples(this.#appendedSamples, this.#options.sampleRate) < MIN_COMMIT_MS)
      return [...this.#clear(), emit({ kind: 'words', turn, text: '', final: true })];
    this.#appendedSamples = 0;
    this.#items.commit(turn);
    return [createSend({ type: 'input_audio_buffer.commit' })];
  }

  #respondNext(): readonly SpeechModelAction[] {
    const [next, ...others] = this.#waiting;
    if (next === undefined || this.#response !== null) return [];
    this.#waiting = others;
    const { turn, instructions, tool_choice } = next;
    this.#response = { turn, id: null, isCancelled: false, calls: [] };
    // The instructions of a response replace those of the session.
    const own =
      instructions === undefined ? {} : { instructions: `${this.#options.instructions()}\n\n${instructions}` };
    const response = { ...own, ...(tool_choice !== undefined && { tool_choice: toToolChoice(tool_choice) }) };
    return [createSend({ type: 'response.create', ...(Object.keys(response).length > 0 && { response }) })];
  }

  #cancel(turn: number): readonly SpeechModelAction[] {
    this.#waiting = this.#waiting.filter((other) => other.turn !== turn);
    const response = this.#response;
    if (response === null || response.turn !== turn || response.isCancelled) return [];
    response.isCancelled = true;
    return [createSend({ type: 'response.cancel', ...(response.id !== null && { response_id: response.id }) })];
  }

  /** Removes what was not heard. The server refuses 0, and more than it has sent. */
  #truncate(item: string, samples: number): readonly SpeechModelAction[] {
    const received = this.#items.samplesOf(item);
    if (received === null) return [];
    const heardMs = Math.floor(msOfSamples(Math.min(samples, received), this.#options.sampleRate));
    if (heardMs <= 0) return [createSend({ type: 'conversation.item.delete', item_id: item })];
    if (samples >= received) return [];
    return [createSend({ type: 'conversation.item.truncate', item_id: item, content_index: 0, audio_end_ms: heardMs })];
  }

  #receiveOfConversation(message: JsonObject): readonly SpeechModelAction[] {
    const item = asText(message['item_id']);
    switch (message['type']) {
      case 'input_audio_buffer.committed':
        this.#items.confirmCommit(item);
        return [];
      case 'conversation.item.input_audio_transcription.delta':
        return this.#emitWords(this.#items.appendWords(item, asText(message['delta'])), false);
      case 'conversation.item.input_audio_transcription.completed':
        return this.#emitWords(this.#items.completeWords(item, asText(message['transcript'])), true);
      case 'conversation.item.input_audio_transcription.failed': {
        const failed = this.#items.completeWords(item, '');
        const error = new Error(parseErrorEvent(message).message);
        return failed === null ? [] : [emit({ kind: 'words_failed', turn: failed.turn, error })];
      }
      default:
        return this.#receiveOfResponse(message, item);
    }
  }

  #emitWords(
    words: { readonly turn: number; readonly text: string } | null,
    final: boolean,
  ): readonly SpeechModelAction[] {
    return words === null ? [] : [emit({ kind: 'words', ...words, final })];
  }

  #receiveOfResponse(message: JsonObject, item: string): readonly SpeechModelAction[] {
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
        return [emit({ kind: 'text', turn, item, delta: asText(message['delta']) })];
      case 'response.output_item.done':
        return this.#endItem(response, asObject(message['item']) ?? {});
      default:
        return [];
    }
  }

  /** Returns the response to which a message belongs; null if that is another one, or was cancelled. */
  #responseOf(message: JsonObject): Response | null {
    const response = this.#response;
    if (response === null || response.isCancelled) return null;
    return response.id === asText(message['response_id']) ? response : null;
  }

  #confirm({ id }: JsonObject): readonly SpeechModelAction[] {
    const response = this.#response;
    if (response === null || response.id !== null) return [];
    response.id = asText(id);
    if (!response.isCancelled) return [emit({ kind: 'started', turn: response.turn })];
    return [createSend({ type: 'response.cancel', response_id: response.id })];
  }

  #receiveAudio(turn: number, item: string, delta: string): readonly SpeechModelAction[] {
    const samples = createPcmDecoder().push(fromBase64(delta));
    this.#items.addSamples(item, samples.length);
    return [emit({ kind: 'audio', turn, item, frame: { samples, sampleRate: this.#options.sampleRate } })];
  }

  #endItem({ turn, calls }: Response, item: JsonObject): readonly SpeechModelAction[] {
    if (item['type'] !== 'function_call') return [emit({ kind: 'item_ended', turn, item: asText(item['id']) })];
    const called = { name: asText(item['name']), arguments: asText(item['arguments']) };
    calls.push({ id: asText(item['call_id']), type: 'function', function: called });
    return [];
  }

  #end(done: JsonObject): readonly SpeechModelAction[] {
    const response = this.#response;
    const isOurs = response !== null && (response.id === null || response.id === asText(done['id']));
    const usage = parseResponseUsage(done['usage']);
    const used: readonly SpeechModelAction[] = usage === null ? [] : [emit({ kind: 'usage', usage })];
    if (!isOurs) return used;
    this.#response = null;
    return [...used, ...(response.isCancelled ? [] : createEnd(response, done)), ...this.#respondNext()];
  }

  #handleError(error: RealtimeError): readonly SpeechModelAction[] {
    // The response was over when the request to cancel it arrived.
    if (error.code === 'response_cancel_not_active') return [];
    const fault = classifyRealtimeError(error, this.#phase);
    if (fault !== null) return [{ kind: 'fault', fault }];
    return [{ kind: 'warning', message: error.code === '' ? error.message : `${error.message} (${error.code})` }];
  }
}

function emit(event: SpeechModelEvent): SpeechModelAction {
  return { kind: 'event', event };
}

function createItem(item: JsonObject): SpeechModelAction {
  return createSend({ type: 'conversation.item.create', item });
}

function toToolChoice(choice: NonNullable<Respond['tool_choice']>): unknown {
  return typeof choice === 'string' ? choice : { type: 'function', name: choice.function.name };
}

function createEnd({ turn, calls }: Response, done: JsonObject): readonly SpeechModelAction[] {
  const status = asText(done['status']);
  if (status === 'completed') return [emit({ kind: 'ended', turn, calls })];
  const details = asObject(done['status_details']) ?? {};
  const reason = asText(asObject(details['error'])?.['message']) || asText(details['reason']) || status;
  return [emit({ kind: 'ended', turn, calls: [], error: new Error(`the response ended as ${status}: ${reason}`) })];
}
