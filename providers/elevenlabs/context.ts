import type { WireFault } from '../../src/wire/fault.ts';
import type { JsonObject } from '../../src/wire/json.ts';
import type { SpokenWord, TtsAction } from '../../src/wire/tts/dialect.ts';
import type { TextBuffer } from '../../src/wire/tts/textBuffer.ts';
import { wordMaker } from './characters.ts';
import { elevenLabsFault } from './faults.ts';
import type { ServerFrame } from './frames.ts';

export interface ContextOptions {
  readonly utterance: number;
  /** It is used once in the life of a connection. */
  readonly id: string;
  /** What the first message says of how the text is spoken. */
  readonly opening: JsonObject;
  /** How text waits until it is sent. */
  readonly hold: TextBuffer;
  /** Of the audio as it comes. */
  readonly bytesPerMs: number;
}

/** One utterance's part of a connection. */
export interface Context {
  begin(): readonly TtsAction[];
  text(text: string): readonly TtsAction[];
  flush(): readonly TtsAction[];
  end(): readonly TtsAction[];
  cancel(): readonly TtsAction[];
  hear(frame: ServerFrame): readonly TtsAction[];
}

/** How the context ends: the server has closed it by itself, has spoken it all, or has dropped it. */
type Ending = 'unasked' | 'asked' | 'cancelled';

export function speakingContext({ utterance, id, opening, hold, bytesPerMs }: ContextOptions): Context {
  const words = wordMaker();
  let ending: Ending = 'unasked';
  let bytes = 0;
  const say = (fields: JsonObject): TtsAction => send({ ...fields, context_id: id });
  const close = (): TtsAction => say({ close_context: true });
  const flush = (text: string): TtsAction => say(text === '' ? { flush: true } : { text, flush: true });
  const told = (spoken: readonly SpokenWord[]): readonly TtsAction[] =>
    spoken.length === 0 ? [] : [{ kind: 'words', utterance, words: spoken }];
  const hearAudio = ({ audio, characters }: ServerFrame): readonly TtsAction[] => {
    const spoken = told(characters === null ? [] : words.push(characters, bytes / bytesPerMs));
    bytes += audio?.length ?? 0;
    return audio === null ? spoken : [...spoken, { kind: 'audio', utterance, bytes: audio }];
  };
  const over = ({ error }: ServerFrame): TtsAction => {
    if (error !== null) return { kind: 'failed', utterance, fault: elevenLabsFault(error) };
    return ending === 'asked' ? { kind: 'done', utterance } : { kind: 'failed', utterance, fault: CLOSED_EARLY };
  };
  return {
    begin: () => [say({ text: ' ', ...opening })],
    text: (text) => {
      const piece = hold.push(text);
      return piece === '' ? [] : [say({ text: piece })];
    },
    flush: () => [flush(hold.flush())],
    end: () => {
      ending = 'asked';
      return [flush(hold.end()), close()];
    },
    cancel: () => {
      const isClosing = ending !== 'unasked';
      ending = 'cancelled';
      return isClosing ? [] : [close()];
    },
    hear: (frame) => {
      if (ending === 'cancelled') return isOver(frame) ? [{ kind: 'released', utterance }] : [];
      const heard = hearAudio(frame);
      if (isOver(frame)) return [...heard, ...told(words.end()), over(frame)];
      return frame.isFlushed ? [...heard, ...told(words.end()), { kind: 'flushed', utterance }] : heard;
    },
  };
}

const CLOSED_EARLY: WireFault = { kind: 'retry', message: 'the context was closed before its end' };

/** Whether the server has closed the context. */
export function isOver({ isFinal, error }: ServerFrame): boolean {
  return isFinal || error !== null;
}

export function send(message: JsonObject): TtsAction {
  return { kind: 'send', frame: JSON.stringify(message) };
}
