import type { JsonObject } from '../../src/wire/json.ts';
import type { TtsAction, TtsDialect } from '../../src/wire/tts/dialect.ts';
import type { TextBuffer } from '../../src/wire/tts/textBuffer.ts';
import { isContextEnd, createSend, createContext, type Context } from './context.ts';
import { classifyElevenLabsError } from './faults.ts';
import { parseMessage } from './messages.ts';

export interface ElevenLabsDialectOptions {
  /** Settings in a context's first message. */
  readonly opening: JsonObject;
  /** Of the encoded audio. */
  readonly bytesPerMs: number;
  readonly newId: () => string;
  /** Creates the buffer that holds an utterance's text until it is sent. */
  readonly createBuffer: () => TextBuffer;
}

/**
 * Creates the dialect of ElevenLabs' `multi-stream-input`: each utterance is a context with a new id. A context begins with
 * one space and its settings, and ends with `isFinal`, also when it was cancelled.
 */
export function createElevenLabsDialect({ newId, createBuffer, ...shared }: ElevenLabsDialectOptions): TtsDialect {
  const contexts = new Map<number, Context>();
  const ids = new Map<string, number>();
  const begin = (utterance: number): readonly TtsAction[] => {
    const id = newId();
    const context = createContext({ ...shared, utterance, id, buffer: createBuffer() });
    contexts.set(utterance, context);
    ids.set(id, utterance);
    return context.begin();
  };
  return {
    open: () => [{ kind: 'ready' }],
    begin,
    text: (utterance, text) => contexts.get(utterance)?.text(text) ?? [],
    flush: (utterance) => contexts.get(utterance)?.flush() ?? [],
    end: (utterance) => contexts.get(utterance)?.end() ?? [],
    cancel: (utterance) => contexts.get(utterance)?.cancel() ?? [],
    receive: (frame) => {
      const said = parseMessage(frame);
      if (said === null) return [];
      const utterance = ids.get(said.context) ?? -1;
      const context = contexts.get(utterance);
      if (context === undefined)
        return said.error === null ? [] : [{ kind: 'fault', fault: classifyElevenLabsError(said.error) }];
      if (isContextEnd(said)) {
        contexts.delete(utterance);
        ids.delete(said.context);
      }
      return context.hear(said);
    },
    idle: () => [createSend({ text: '' })],
    close: () => [createSend({ close_socket: true })],
  };
}
