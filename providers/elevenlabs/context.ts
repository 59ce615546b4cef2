import type { WireFault } from '../../src/wire/fault.ts';
import { createSend, type JsonObject } from '../../src/wire/json.ts';
import { createWords, type TtsAction } from '../../src/wire/tts/dialect.ts';
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
  /** Bytes of encoded audio per ms. */
  readonly bytesPerMs: number;
}

/** A context, which carries one utterance on a connection. */
export interface Context {
  readonly id: string;
  readonly utterance: number;
  begin(): readonly TtsAction[];
  text(text: string): readonly TtsAction[];
  flush(): readonly TtsAction[];
  end(): readonly TtsAction[];
  cancel(): readonly TtsAction[];
  receive(message: ServerMessage): readonly TtsAction[];
}

export function createContext({ utterance, id, opening, buffer, bytesPerMs }: ContextOptions): Context {
  const words = createWordAssembler();
  let phase: 'open' | 'ended' | 'cancelled' = 'open';
  let bytes = 0;
  const send = (fields: JsonObject): TtsAction => createSend({ ...fields, context_id: id });
  const flush = (text: string): TtsAction => send({ ...(text !== '' && { text }), flush: true });
  const close = (next: 'ended' | 'cancelled'): readonly TtsAction[] => {
    const isOpen = phase === 'open';
    phase = next;
    return isOpen ? [send({ close_context: true })] : [];
  };
  const handleAudio = ({ audio, alignment }: ServerMessage): readonly TtsAction[] => {
    const timed = createWords(utterance, alignment === null ? [] : words.push(alignment, bytes / bytesPerMs));
    bytes += audio?.length ?? 0;
    return audio === null ? timed : [...timed, { kind: 'audio', utterance, bytes: audio }];
  };
  return {
    id,
    utterance,
    begin: () => [send({ text: ' ', ...opening })],
    text: (text) => {
      const piece = buffer.push(text);
      return piece === '' ? [] : [send({ text: piece })];
    },
    flush: () => [flush(buffer.flush())],
    end: () => [flush(buffer.end()), ...close('ended')],
    cancel: () => close('cancelled'),
    receive: (message) => {
      const isEnd = isContextEnd(message);
      if (phase === 'cancelled') return isEnd ? [{ kind: 'released', utterance }] : [];
      const actions = handleAudio(message);
      if (!isEnd && !message.isFlushed) return actions;
      const last = isEnd ? createEnd(message, utterance, phase) : ({ kind: 'flushed', utterance } as const);
      return [...actions, ...createWords(utterance, words.end()), last];
    },
  };
}

function createEnd({ error }: ServerMessage, utterance: number, phase: 'open' | 'ended'): TtsAction {
  if (error !== null) return { kind: 'failed', utterance, fault: classifyElevenLabsError(error) };
  return phase === 'ended' ? { kind: 'done', utterance } : { kind: 'failed', utterance, fault: CLOSED_EARLY_FAULT };
}

const CLOSED_EARLY_FAULT: WireFault = { kind: 'retry', message: 'the context was closed before its end' };

/** Returns whether the server has closed the context. */
export function isContextEnd({ isFinal, error }: ServerMessage): boolean {
  return isFinal || error !== null;
}
