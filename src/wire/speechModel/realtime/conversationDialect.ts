import { msOfSamples } from '../../../core/audio.ts';
import type { ChatMessage } from '../../../core/message.ts';
import { createSampleQueue } from '../../../core/sampleQueue.ts';
import type { SpeechModelInput } from '../../../core/speechToSpeech.ts';
import { bytesOfSamples, toBase64 } from '../../bytes.ts';
import { asObject, asText, createSend, parseObject, type JsonObject } from '../../json.ts';
import type { SocketFrame } from '../../socket.ts';
import type { SpeechModelAction, SpeechModelDialect } from '../dialect.ts';
import { ConversationItems } from './conversationItems.ts';
import { toItems } from './conversationMessages.ts';
import { ConversationResponses, createDelete, emit } from './conversationResponses.ts';
import { classifyRealtimeError, parseErrorEvent, type RealtimeError } from '../../realtimeErrors.ts';

export interface ConversationOptions {
  /** Returns the session of the first `session.update`. */
  readonly session: () => JsonObject;
  /** Returns the changed fields of the session. */
  readonly changes: () => JsonObject;
  /** Returns the instructions, to which those of one reply are added. */
  readonly instructions: () => string;
  /** Returns the conversation so far, without its instructions. */
  readonly history: () => readonly ChatMessage[];
  /** True if the server transcribes the user's turns. */
  readonly transcribes: boolean;
  /** Rate of the audio in both directions, in Hz. */
  readonly sampleRate: number;
  /** How the server says a text of the application. */
  readonly says: 'response' | 'force_message';
}

/** Shortest audio that OpenAI allows to commit, in ms. */
const MIN_COMMIT_MS = 100;
/** The user's audio is sent in pieces of this length, in ms: to send a message costs more than to encode its audio. */
const PIECE_MS = 100;
const SETUP_ID = 'setup';

/**
 * A conversation over OpenAI's realtime API (GA) in which the client owns the turns: the server's turn detection is off.
 */
export class ConversationDialect implements SpeechModelDialect {
  readonly #options: ConversationOptions;
  readonly #items = new ConversationItems();
  readonly #responses: ConversationResponses;
  #phase: 'setting up' | 'serving' = 'setting up';
  readonly #history: readonly ChatMessage[];
  /** The audio of the user that was not sent. */
  readonly #unsent = createSampleQueue();
  /** The samples that were sent since the last commit. */
  #sentSamples = 0;

  constructor(options: ConversationOptions) {
    this.#options = options;
    this.#history = options.history();
    this.#responses = new ConversationResponses({ ...options, items: this.#items });
  }

  open(): readonly SpeechModelAction[] {
    return [];
  }

  /** Sends an input of the session. */
  send(input: SpeechModelInput): readonly SpeechModelAction[] {
    switch (input.kind) {
      case 'audio':
        return this.#append(input.frame.samples);
      case 'clear':
        return this.#clear();
      case 'commit':
        return this.#commit(input.turn);
      case 'add':
        return input.messages.flatMap(toItems).map(createItem);
      case 'respond':
        return this.#responses.respond(input);
      case 'say':
        return this.#responses.say(input);
      case 'cancel':
        return this.#responses.cancel(input.turn);
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
    return [...this.#history.flatMap(toItems).map(createItem), { kind: 'ready' }, emit({ kind: 'ready' })];
  }

  #append(samples: Int16Array): readonly SpeechModelAction[] {
    this.#unsent.push(samples);
    return msOfSamples(this.#unsent.length, this.#options.sampleRate) < PIECE_MS ? [] : this.#sendUnsent();
  }

  #sendUnsent(): readonly SpeechModelAction[] {
    const { length } = this.#unsent;
    if (length === 0) return [];
    this.#sentSamples += length;
    const audio = toBase64(bytesOfSamples(this.#unsent.take(length)));
    return [createSend({ type: 'input_audio_buffer.append', audio })];
  }

  #clear(): readonly SpeechModelAction[] {
    this.#unsent.drop(this.#unsent.length);
    if (this.#sentSamples === 0) return [];
    this.#sentSamples = 0;
    return [createSend({ type: 'input_audio_buffer.clear' })];
  }

  /** Commits a turn. Audio that is too short for the server has no words. */
  #commit(turn: number): readonly SpeechModelAction[] {
    const { sampleRate, transcribes } = this.#options;
    const isTooShort = msOfSamples(this.#sentSamples + this.#unsent.length, sampleRate) < MIN_COMMIT_MS;
    const withoutWords = isTooShort || !transcribes ? [emit({ kind: 'words', turn, text: '', final: true })] : [];
    if (isTooShort) return [...this.#clear(), ...withoutWords];
    const rest = this.#sendUnsent();
    this.#sentSamples = 0;
    this.#items.commit(turn);
    return [...rest, createSend({ type: 'input_audio_buffer.commit' }), ...withoutWords];
  }

  /** Removes what was not heard. The server refuses 0, and more than it has sent. */
  #truncate(item: string, samples: number): readonly SpeechModelAction[] {
    const received = this.#items.samplesOf(item);
    if (received === null) return [];
    const heardMs = Math.floor(msOfSamples(Math.min(samples, received), this.#options.sampleRate));
    if (heardMs <= 0) return [createDelete(item)];
    // The server may have generated more of an item than it has sent.
    if (samples >= received && this.#items.isEnded(item)) return [];
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
      case 'conversation.item.input_audio_transcription.updated':
        return this.#emitWords(this.#items.setWords(item, asText(message['transcript'])), false);
      case 'conversation.item.input_audio_transcription.completed':
        return this.#emitWords(this.#items.completeWords(item, asText(message['transcript'])), true);
      case 'conversation.item.input_audio_transcription.failed': {
        const failed = this.#items.completeWords(item, '');
        const error = new Error(parseErrorEvent(message).message);
        return failed === null ? [] : [emit({ kind: 'words_failed', turn: failed.turn, error })];
      }
      default:
        return this.#responses.receive(message, item);
    }
  }

  #emitWords(
    words: { readonly turn: number; readonly text: string } | null,
    final: boolean,
  ): readonly SpeechModelAction[] {
    return words === null ? [] : [emit({ kind: 'words', ...words, final })];
  }

  #handleError(error: RealtimeError): readonly SpeechModelAction[] {
    // The response was over when the request to cancel it arrived.
    if (error.code === 'response_cancel_not_active') return [];
    const fault = classifyRealtimeError(error, this.#phase);
    if (fault !== null) return [{ kind: 'fault', fault }];
    const refused = this.#responses.refuse(error);
    if (refused !== null) return refused;
    return [{ kind: 'warning', message: error.code === '' ? error.message : `${error.message} (${error.code})` }];
  }
}

function createItem(item: JsonObject): SpeechModelAction {
  return createSend({ type: 'conversation.item.create', item });
}
