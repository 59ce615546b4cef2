import { concatMap, filter, of, using } from 'rxjs';
import { bySentence, type SentenceEvent } from './bySentence.ts';
import type { TextToSpeech, TtsEvent } from '../../core/ports.ts';
import { createWireDeps, type AdapterOptions } from '../wireDeps.ts';
import type { TtsWire } from './dialect.ts';
import { ConnectionPool } from './connectionPool.ts';
import { splitToFit } from './textLimit.ts';
import { synthesizeUtterance } from './synthesizeUtterance.ts';

/**
 * Creates a TTS over a provider's WebSocket protocol. An utterance begins with its first speakable text. If it fails
 * before its first audio, it is tried again on another connection, up to three times in all, within a second. Words are
 * timed and marked as their audio arrives. Text that waits for more is flushed after 1 s. Unsubscribing cancels the
 * utterance, on the wire as well.
 *
 * Fails with `provider_refused` if another attempt cannot succeed, otherwise with `provider_failed`.
 *
 * @example
 * ```ts
 * import { createWebSocketTts, pcm16, type TtsDialect } from 'antiphon/providers';
 *
 * declare function createDialect(): TtsDialect; // the messages of the vendor
 * const voice = { name: 'parrot', language: 'en-US', sampleRate: 24_000, decoder: pcm16, accepts: 'tokens' } as const;
 * export const parrot = createWebSocketTts({
 *   ...voice,
 *   maxConcurrent: 1,
 *   request: () => ({ url: 'wss://parrot.example/v1/speak', headers: { authorization: 'Bearer …' } }),
 *   dialect: createDialect,
 * });
 * ```
 */
export function createWebSocketTts(wire: TtsWire, options: AdapterOptions = {}): TextToSpeech {
  const { name, model, sampleRate, accepts, language, limit } = wire;
  const deps = createWireDeps(options);
  const pool = new ConnectionPool(wire, deps);
  const synthesize: TextToSpeech['synthesize'] = (text, complete) =>
    synthesizeUtterance(text, { wire, deps, pool }, complete);
  const sentences = bySentence((sentence) => synthesize(of(sentence)).pipe(filter(isOfSentence)), deps);
  return {
    name,
    model,
    sampleRate,
    accepts,
    language,
    // The sentences of an utterance share a connection.
    synthesize: (text, complete) =>
      accepts === 'tokens'
        ? synthesize(text, complete)
        : using(
            () => pool.keep(),
            () =>
              sentences(limit === undefined ? text : text.pipe(concatMap((sentence) => splitToFit(sentence, limit)))),
          ),
    keepWarm: () => pool.keepWarm(),
  };
}

/** Selects sentence events: `bySentence` adds the marks. */
function isOfSentence(event: TtsEvent): event is SentenceEvent {
  return event.kind !== 'mark';
}
