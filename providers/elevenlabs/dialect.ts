import { createSend, type JsonObject } from '../../src/wire/json.ts';
import type { TtsDialect } from '../../src/wire/tts/dialect.ts';
import type { TextBuffer } from '../../src/wire/tts/textBuffer.ts';
import { createContext, isContextEnd, type Context } from './context.ts';
import { classifyElevenLabsError } from './faults.ts';
import { parseMessage } from './messages.ts';

export interface ElevenLabsDialectOptions {
  /** Settings in a context's first message. */
  readonly opening: JsonObject;
  /** Bytes of encoded audio per ms. */
  readonly bytesPerMs: number;
  readonly newId: () => string;
  /** Creates the buffer that holds an utterance's text until it is sent. */
  readonly createBuffer: () => TextBuffer;
}

/**
 * Creates the dialect of ElevenLabs' `multi-stream-input`: each utterance is a context with a new id. A context begins
 * with a single space and its settings, and ends with `isFinal`, even if it was cancelled.
 */
export function createElevenLabsDialect({ newId, createBuffer, ...shared }: ElevenLabsDialectOptions): TtsDialect {
  const contexts = new Map<number, Context>();
  return {
    open: () => [{ kind: 'ready' }],
    begin: (utterance) => {
      const context = createContext({ ...shared, utterance, id: newId(), buffer: createBuffer() });
      contexts.set(utterance, context);
      return context.begin();
    },
    text: (utterance, text) => contexts.get(utterance)?.text(text) ?? [],
    flush: (utterance) => contexts.get(utterance)?.flush() ?? [],
    end: (utterance) => contexts.get(utterance)?.end() ?? [],
    cancel: (utterance) => contexts.get(utterance)?.cancel() ?? [],
    receive: (frame) => {
      const message = parseMessage(frame);
      if (message === null) return [];
      const context = [...contexts.values()].find(({ id }) => id === message.context);
      if (context === undefined)
        return message.error === null ? [] : [{ kind: 'fault', fault: classifyElevenLabsError(message.error) }];
      if (isContextEnd(message)) contexts.delete(context.utterance);
      return context.receive(message);
    },
    idle: () => [createSend({ text: '' })],
    close: () => [createSend({ close_socket: true })],
  };
}
