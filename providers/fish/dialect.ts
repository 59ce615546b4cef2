import type { WireFault } from '../../src/wire/fault.ts';
import type { JsonObject } from '../../src/wire/json.ts';
import type { SpokenWord, TtsAction, TtsDialect } from '../../src/wire/tts/dialect.ts';
import { createWordBuffer } from '../../src/wire/tts/textBuffer.ts';
import { clientFrame, serverEvent } from './frames.ts';
import type { AudioEvent } from './frames.ts';
import { lettersOf, timings } from './segments.ts';

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
export function fishDialect({ request, bytesPerMs }: FishDialectOptions): TtsDialect {
  const hold = createWordBuffer();
  const times = timings();
  let utterance: number | null = null;
  let [sent, heardMs, chunk, chunkAtMs] = [0, 0, -1, 0];
  const say = (text: string): readonly TtsAction[] => {
    sent += lettersOf(text);
    return text === '' ? [] : [send({ event: 'text', text })];
  };
  const hearAudio = ({ bytes, segments, offset, ...event }: AudioEvent): readonly SpokenWord[] => {
    if (event.chunk !== chunk) [chunk, chunkAtMs] = [event.chunk, heardMs];
    heardMs += bytes.length / bytesPerMs;
    return segments === null ? [] : times.take({ chunk, segments, offset: offset ?? chunkAtMs / 1000 }, sent);
  };
  return {
    open: () => [{ kind: 'ready' }],
    begin: (begun) => {
      utterance = begun;
      return [send({ event: 'start', request })];
    },
    text: (_, text) => say(hold.push(text)),
    flush: () => [...say(hold.flush()), send({ event: 'flush' })],
    end: () => [...say(hold.end()), send({ event: 'stop' })],
    receive: (frame) => {
      const event = serverEvent(frame);
      if (event?.kind === 'failed') return [failure(utterance, event.fault)];
      if (event === null || utterance === null) return [];
      if (event.kind === 'finished') return [...told(utterance, times.end()), { kind: 'done', utterance }];
      const words = told(utterance, hearAudio(event));
      return event.bytes.length === 0 ? words : [...words, { kind: 'audio', utterance, bytes: event.bytes }];
    },
  };
}

function send(message: JsonObject): TtsAction {
  return { kind: 'send', frame: clientFrame(message) };
}

function told(utterance: number, words: readonly SpokenWord[]): readonly TtsAction[] {
  return words.length === 0 ? [] : [{ kind: 'words', utterance, words }];
}

/** A connection may be refused before anything was asked of it: too many are open. */
function failure(utterance: number | null, fault: WireFault): TtsAction {
  return utterance === null ? { kind: 'fault', fault } : { kind: 'failed', utterance, fault };
}
