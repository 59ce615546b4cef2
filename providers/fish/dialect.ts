import type { WireFault } from '../../src/wire/fault.ts';
import type { JsonObject } from '../../src/wire/json.ts';
import { createWords, type SpokenWord, type TtsAction, type TtsDialect } from '../../src/wire/tts/dialect.ts';
import { createWordBuffer } from '../../src/wire/tts/textBuffer.ts';
import { encodeMessage, parseEvent, type AudioEvent } from './frames.ts';
import { countLetters, createWordTimings } from './wordTimings.ts';

export interface FishDialectOptions {
  /** The `request` of the `start` message. */
  readonly request: JsonObject;
  /** Bytes of encoded audio per ms. */
  readonly bytesPerMs: number;
}

/**
 * Creates the dialect of Fish Audio's live synthesis: `start`, `text` in whole words, `flush`, `stop`, each a
 * MessagePack map. The server answers with audio, its word timings and one `finish`. A connection carries one
 * utterance; only closing it cancels the utterance.
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

/** Creates a failure of the utterance or, before the first utterance, of the connection (too many are open). */
function createFailure(utterance: number | null, fault: WireFault): TtsAction {
  return utterance === null ? { kind: 'fault', fault } : { kind: 'failed', utterance, fault };
}
