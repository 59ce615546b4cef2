import { Observable } from 'rxjs';
import type { SpeechToText, SttEvent, SttInput } from '../../core/ports.ts';
import { createWireDeps, type WireDeps, type AdapterOptions } from '../wireDeps.ts';
import { UtteranceLog } from './utteranceLog.ts';
import type { SttWire } from './dialect.ts';
import { ReconnectingClient, RECOVERY_MS } from './reconnectingClient.ts';

/** Grace period before the operator's own deadline, in ms: the failure reported here has more details. */
const GRACE_MS = 500;
/** Number of times an utterance is sent. If it is not answered, it is sent again once. */
const SENDS = 2;
/** Maximum time for sending a segment again, in ms: 60 s of speech at twice real time. */
const RESEND_MS = 30_000;

/**
 * Creates a recogniser over a provider's WebSocket protocol. It holds one connection per subscription, opened at once,
 * and replaces it when it is lost or old. Unsettled speech is sent again, the first second at once and the rest at no
 * more than twice real time, so that each word comes once. Every flush and every end is answered exactly once, in
 * order. A provider error fails its utterance, never the stream: with `provider_refused` for good, with
 * `provider_failed` after five failed attempts or a `Retry-After` above 10 s, or with `stt_timeout`. At its deadline an
 * utterance is settled with the text so far, as a provisional final; an utterance without text is sent again once. A
 * failure is reported at once if no pending answer would report it: before anyone speaks, and before the user has
 * finished. Completes with the last answer after the end of the speech. Unsubscribing closes the connection.
 *
 * ```text
 * speech       s-a-a-a-e-----    start, audio, end
 * connection   -o---x--o-----    opened; lost; another, over which all of it is sent again
 * output       ---i-------i-f    interim, final
 * ```
 *
 * @example
 * ```ts
 * import { createWebSocketStt, type SttDialect } from 'antiphon/providers';
 *
 * declare function createDialect(): SttDialect; // the messages of the vendor
 * export const parrot = createWebSocketStt({
 *   name: 'parrot',
 *   sampleRate: 16_000,
 *   interims: true,
 *   answerMs: 1000,
 *   silence: 'answers',
 *   request: () => ({ url: 'wss://parrot.example/v1/listen', headers: { authorization: 'Bearer …' } }),
 *   dialect: createDialect,
 * });
 * ```
 */
export function createWebSocketStt(wire: SttWire, options: AdapterOptions = {}): SpeechToText {
  const deps = createWireDeps(options);
  const { name, model, sampleRate, interims, delaysInterims, answerMs } = wire;
  return {
    name,
    model,
    sampleRate,
    interims,
    delaysInterims,
    finalTimeoutMs: SENDS * answerMs + RECOVERY_MS + GRACE_MS + RESEND_MS,
    turns: wire.withTurns !== undefined,
    transcribe: (speech, { turns = false } = {}) => transcribe(speech, turns ? (wire.withTurns ?? wire) : wire, deps),
  };
}

function transcribe(speech: Observable<SttInput>, wire: SttWire, deps: WireDeps): Observable<SttEvent> {
  return new Observable<SttEvent>((subscriber) => {
    const log = new UtteranceLog();
    let isOver = false;
    const changed = (): void => {
      for (let event = log.nextEvent(); event !== null; event = log.nextEvent())
        if (wire.interims || event.kind !== 'interim') subscriber.next(event);
      if (isOver && !log.hasUnanswered) subscriber.complete();
    };
    const report = (error: unknown): void => subscriber.next({ kind: 'report', error });
    const client = new ReconnectingClient({ wire, deps, log, changed, report });
    subscriber.add(() => client.close());
    const subscription = speech.subscribe({
      next: (input) => {
        log.add(input);
        client.sendPending();
        if (input.kind === 'flush' || input.kind === 'end') client.startDeadline();
        changed();
      },
      error: (error: unknown) => subscriber.error(error),
      complete: () => {
        isOver = true;
        changed();
      },
    });
    subscriber.add(subscription);
  });
}
