import type { JsonObject } from '../../src/wire/json.ts';
import type { TtsAction, TtsDialect } from '../../src/wire/tts/dialect.ts';
import type { TextBuffer } from '../../src/wire/tts/textBuffer.ts';
import { isOver, send, speakingContext } from './context.ts';
import type { Context } from './context.ts';
import { elevenLabsFault } from './faults.ts';
import { serverFrame } from './frames.ts';

export interface ElevenLabsDialectOptions {
  /** What a context's first message says of how its text is spoken. */
  readonly opening: JsonObject;
  /** Of the audio as it comes. */
  readonly bytesPerMs: number;
  readonly newId: () => string;
  /** How an utterance's text waits until it is sent. */
  readonly hold: () => TextBuffer;
}

/**
 * ElevenLabs' `multi-stream-input`: each utterance is a context of its own, under a new id. A context is begun by one space
 * with its settings, which are never said again, and is over with its `isFinal`, also when it was cancelled.
 */
export function elevenLabsDialect({ newId, hold, ...shared }: ElevenLabsDialectOptions): TtsDialect {
  const contexts = new Map<number, Context>();
  const ids = new Map<string, number>();
  const begin = (utterance: number): readonly TtsAction[] => {
    const id = newId();
    const context = speakingContext({ ...shared, utterance, id, hold: hold() });
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
      const said = serverFrame(frame);
      if (said === null) return [];
      const utterance = ids.get(said.context) ?? -1;
      const context = contexts.get(utterance);
      if (context === undefined)
        return said.error === null ? [] : [{ kind: 'fault', fault: elevenLabsFault(said.error) }];
      if (isOver(said)) {
        contexts.delete(utterance);
        ids.delete(said.context);
      }
      return context.hear(said);
    },
    idle: () => [send({ text: '' })],
    close: () => [send({ close_socket: true })],
  };
}
