import type { WireFault } from '../../src/wire/fault.ts';
import type { JsonObject } from '../../src/wire/json.ts';
import type { SpokenWord, TtsAction } from '../../src/wire/tts/dialect.ts';
import type { TextBuffer } from '../../src/wire/tts/textBuffer.ts';
import { createWordAssembler } from './wordAssembler.ts';
import { classifyElevenLabsError } from './faults.ts';
import type { ServerMessage } from './messages.ts';

export interface ContextOptions {
  readonly utterance: number;
  /** Unique within a connection. */
  readonly id: string;
  /** Settings in the first message. */
  readonly opening: JsonObject;
  /** Holds text until it is sent. */
  readonly buffer: TextBuffer;
  /** Of the encoded audio. */
  readonly bytesPerMs: number;
}

/** One context: one utterance on a connection. */
export interface Context {
  begin(): readonly TtsAction[];
  text(text: string): readonly TtsAction[];
  flush(): readonly TtsAction[];
  end(): readonly TtsAction[];
  cancel(): readonly TtsAction[];
  hear(frame: ServerMessage): readonly TtsAction[];
}

/** Why the context ends: the server closed it, the text is complete, or it was cancelled. */
type Ending = 'unasked' | 'asked' | 'cancelled';

export function createContext({ utterance, id, opening, buffer, bytesPerMs }: ContextOptions): Context {
  const words = createWordAssembler();
  let ending: Ending = 'unasked';
  let bytes = 0;
  const sendFields = (fields: JsonObject): TtsAction => createSend({ ...fields, context_id: id });
  const close = (): TtsAction => sendFields({ close_context: true });
  const flush = (text: string): TtsAction => sendFields(text === '' ? { flush: true } : { text, flush: true });
  const createWords = (spoken: readonly SpokenWord[]): readonly TtsAction[] =>
    spoken.length === 0 ? [] : [{ kind: 'words', utterance, words: spoken }];
  const handleAudio = ({ audio, alignment: characters }: ServerMessage): readonly TtsAction[] => {
    const spoken = createWords(characters === null ? [] : words.push(characters, bytes / bytesPerMs));
    bytes += audio?.length ?? 0;
    return audio === null ? spoken : [...spoken, { kind: 'audio', utterance, bytes: audio }];
  };
  const createEnd = ({ error }: ServerMessage): TtsAction => {
    if (error !== null) return { kind: 'failed', utterance, fault: classifyElevenLabsError(error) };
    return ending === 'asked' ? { kind: 'done', utterance } : { kind: 'failed', utterance, fault: CLOSED_EARLY_FAULT };
  };
  return {
    begin: () => [sendFields({ text: ' ', ...opening })],
    text: (text) => {
      const piece = buffer.push(text);
      return piece === '' ? [] : [sendFields({ text: piece })];
    },
    flush: () => [flush(buffer.flush())],
    end: () => {
      ending = 'asked';
      return [flush(buffer.end()), close()];
    },
    cancel: () => {
      const isClosing = ending !== 'unasked';
      ending = 'cancelled';
      return isClosing ? [] : [close()];
    },
    hear: (frame) => {
      if (ending === 'cancelled') return isContextEnd(frame) ? [{ kind: 'released', utterance }] : [];
      const heard = handleAudio(frame);
      if (isContextEnd(frame)) return [...heard, ...createWords(words.end()), createEnd(frame)];
      return frame.isFlushed ? [...heard, ...createWords(words.end()), { kind: 'flushed', utterance }] : heard;
    },
  };
}

const CLOSED_EARLY_FAULT: WireFault = { kind: 'retry', message: 'the context was closed before its end' };

/** Returns whether the server has closed the context. */
export function isContextEnd({ isFinal, error }: ServerMessage): boolean {
  return isFinal || error !== null;
}

export function createSend(message: JsonObject): TtsAction {
  return { kind: 'send', frame: JSON.stringify(message) };
}
