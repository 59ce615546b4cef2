import type { ServerMessage } from '../../../core/protocol.ts';
import type { RtviSettings } from './rtviOptions.ts';
import { BotOutput } from './botOutput.ts';
import { createEvent, type RtviEvent } from './events.ts';
import { FunctionEvents } from './functionEvents.ts';
import { toMetricsData } from './toMetricsData.ts';

/** The only user of a session. */
const USER_ID = 'user';

/** Converts the messages of one session to RTVI events. */
export class ClientEvents {
  readonly #now: () => number;
  readonly #output: BotOutput = new BotOutput();
  readonly #functions: FunctionEvents;
  /** The start of the session, in ms since 1970. */
  #startedMs = 0;
  /** The remaining characters of the latest utterance that repeat text the user has heard. */
  #repeated = 0;
  /** True from `audio.start` to `audio.end` or `clear`. */
  #sends = false;

  constructor({ now, functions }: RtviSettings) {
    this.#now = now;
    this.#functions = new FunctionEvents(functions);
  }

  /** Returns the events for a message, in order; empty if RTVI has no equivalent. */
  of(message: ServerMessage): readonly RtviEvent[] {
    switch (message.type) {
      case 'session.started':
      case 'session.resumed':
        this.#startedMs = this.#now() - message.t_ms;
        return ofBeginning(message);
      case 'session.snapshot':
        return [createEvent('server-message', { type: message.type, messages: message.messages })];
      case 'session.draining':
        return [createEvent('server-message', drainingOf(message))];
      case 'session.ended':
        return [createEvent('server-message', { type: message.type, reason: message.reason })];
      case 'metrics':
        return [createEvent('metrics', toMetricsData(message))];
      case 'error':
        return [createEvent('error', toErrorData(message))];
      default:
        return this.#ofSpeech(message);
    }
  }

  #ofSpeech(message: ServerMessage): readonly RtviEvent[] {
    switch (message.type) {
      case 'user.speech_started':
        return [createEvent('user-started-speaking')];
      case 'user.speech_stopped':
        return [createEvent('user-stopped-speaking')];
      case 'user.transcript': {
        const { text, final, t_ms } = message;
        const timestamp = new Date(this.#startedMs + t_ms).toISOString();
        return [createEvent('user-transcription', { text, user_id: USER_ID, timestamp, final })];
      }
      case 'message.added':
        return ofMessage(message.message);
      default:
        return this.#ofAgent(message);
    }
  }

  #ofAgent(message: ServerMessage): readonly RtviEvent[] {
    switch (message.type) {
      case 'agent.thinking':
        return [createEvent('bot-llm-started')];
      case 'function_calls.collected':
        return this.#functions.begin(message.function_calls);
      case 'function_calls.acknowledged':
        this.#functions.acknowledge(message.results.map(({ tool_call_id }) => tool_call_id));
        return [];
      case 'function_calls.executed':
        return this.#functions.end(message.results);
      case 'agent.thought':
        return [...this.#functions.cancel(), createEvent('bot-llm-stopped')];
      case 'agent.done': {
        const { type, turn, reason } = message;
        this.#output.clear();
        return [createEvent('server-message', { type, turn, reason })];
      }
      case 'agent.text':
        return this.#ofText(message.utterance_id, message.delta, message.repeated_chars);
      default:
        return this.#ofPlayout(message);
    }
  }

  #ofPlayout(message: ServerMessage): readonly RtviEvent[] {
    switch (message.type) {
      case 'audio.start':
        this.#sends = true;
        return [createEvent('bot-tts-started')];
      case 'audio.end':
      case 'clear':
        return this.#endAudio();
      case 'agent.speech_started':
        return [createEvent('bot-started-speaking')];
      case 'agent.speech_stopped': {
        const heard = message.reason === 'complete' ? this.#output.complete(message.utterance_id) : [];
        return [...heard, createEvent('bot-stopped-speaking')];
      }
      case 'agent.interrupted': {
        const { type, utterance_id, text, heard } = message;
        const spoken = this.#output.interrupt(utterance_id, text);
        return [...spoken, createEvent('bot-interrupted'), createEvent('server-message', { type, text, heard })];
      }
      default:
        return [];
    }
  }

  #endAudio(): readonly RtviEvent[] {
    const sent = this.#sends;
    this.#sends = false;
    return sent ? [createEvent('bot-tts-stopped')] : [];
  }

  /** Skips the text that an utterance repeats, because it was sent before. */
  #ofText(utterance: string, delta: string, repeatedChars?: number): readonly RtviEvent[] {
    this.#repeated = repeatedChars ?? this.#repeated;
    const text = delta.slice(this.#repeated);
    this.#repeated = Math.max(0, this.#repeated - delta.length);
    if (text === '') return [];
    const data = { text };
    return [createEvent('bot-llm-text', data), createEvent('bot-tts-text', data), this.#output.add(utterance, text)];
  }
}

function drainingOf({ type, deadline_ms, resume_urls }: Extract<ServerMessage, { readonly type: 'session.draining' }>) {
  return { type, deadline_ms, resume_urls };
}

/** Tells a client the token and the address for returning to its session. */
function ofBeginning(
  message: Extract<ServerMessage, { readonly type: 'session.started' | 'session.resumed' }>,
): readonly RtviEvent[] {
  const { type, session_id, resume_token, resume_urls } = message;
  return resume_token === undefined
    ? []
    : [createEvent('server-message', { type, session_id, resume_token, resume_urls })];
}

function ofMessage({ role, content }: { readonly role: string; readonly content: string }): readonly RtviEvent[] {
  if (role === 'user') return [createEvent('user-llm-text', { text: content })];
  return role === 'assistant' && content !== '' ? [createEvent('bot-transcription', { text: content })] : [];
}

/** Creates the data of an error. Clients of earlier versions read `message`. */
function toErrorData({ message, fatal }: Extract<ServerMessage, { readonly type: 'error' }>): object {
  return { error: message, message, fatal };
}
