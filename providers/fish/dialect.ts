import type { WireFault } from '../../src/wire/fault.ts';
import type { JsonObject } from '../../src/wire/json.ts';
import type { SpokenWord, TtsAction, TtsDialect } from '../../src/wire/tts/dialect.ts';
import { createWordBuffer } from '../../src/wire/tts/textBuffer.ts';
import { encodeMessage, parseEvent } from './frames.ts';
import type { AudioEvent } from './frames.ts';
import { countLetters, createWordTimings } from './wordTimings.ts';

export interface FishDialectOptions {
  /** The `request` of the message that begins an utterance. */
  readonly request: JsonObject;
  /** Of the audio as it comes. */
  readonly bytesPerMs: number;
}

/**
 * Fish Audio's live synthesis: `start`, `text` in whole words, `flush`, `stop`, each a MessagePack map; the answer is audio,
 * with the times of its words, and one `finish`. A connection carries one utterance, and nothing cancels it but its end.
 */
export function createFishDialect({ request, bytesPerMs }: FishDialectOptions): TtsDialect {
  const buffer = createWordBuffer();
  const times = createWordTimings();
  let utterance: number | null = null;
  let [sent, audioMs, chunk, chunkAtMs] = [0, 0, -1, 0];
  const sendText = (text: string): readonly TtsAction[] => {
    sent += countLetters(text);
    return text === '' ? [] : [createSend({ event: 'text', text })];
  };
  const handleAudio = ({ bytes, segments, offset, ...event }: AudioEvent): readonly SpokenWord[] => {
    if (event.chunk !== chunk) [chunk, chunkAtMs] = [event.chunk, audioMs];
    audioMs += bytes.length / bytesPerMs;
    return segments === null ? [] : times.add({ chunk, segments, offset: offset ?? chunkAtMs / 1000 }, sent);
  };
  return {
    open: () => [{ kind: 'ready' }],
    begin: (begun) => {
      utterance = begun;
      return [createSend({ event: 'start', request })];
    },
    text: (_, text) => sendText(buffer.push(text)),
    flush: () => [...sendText(buffer.flush()), createSend({ event: 'flush' })],
    end: () => [...sendText(buffer.end()), createSend({ event: 'stop' })],
    receive: (frame) => {
      const event = parseEvent(frame);
      if (event?.kind === 'failed') return [createFailure(utterance, event.fault)];
      if (event === null || utterance === null) return [];
      if (event.kind === 'finished') return [...createWords(utterance, times.end()), { kind: 'done', utterance }];
      const words = createWords(utterance, handleAudio(event));
      return event.bytes.length === 0 ? words : [...words, { kind: 'audio', utterance, bytes: event.bytes }];
    },
  };
}

function createSend(message: JsonObject): TtsAction {
  return { kind: 'send', frame: encodeMessage(message) };
}

function createWords(utterance: number, words: readonly SpokenWord[]): readonly TtsAction[] {
  return words.length === 0 ? [] : [{ kind: 'words', utterance, words }];
}

/** A connection may be refused before anything was asked of it: too many are open. */
function createFailure(utterance: number | null, fault: WireFault): TtsAction {
  return utterance === null ? { kind: 'fault', fault } : { kind: 'failed', utterance, fault };
}
