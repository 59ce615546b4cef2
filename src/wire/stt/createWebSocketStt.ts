import { Observable } from 'rxjs';
import type { SpeechToText, SttEvent, SttInput } from '../../core/ports.ts';
import { createWireDeps, type WireDeps, type AdapterOptions } from '../wireDeps.ts';
import { UtteranceLog } from './utteranceLog.ts';
import type { SttWire } from './dialect.ts';
import { ReconnectingClient, RECOVERY_MS } from './reconnectingClient.ts';

/** The operator's own deadline comes after ours, which knows more about what went wrong. */
const GRACE_MS = 500;
/** An utterance that is not answered is sent again once. */
const SENDS = 2;
/** The longest that sending a segment again takes, in ms: 60 s of speech at twice real time. */
const RESEND_MS = 30_000;

/**
 * Creates a recogniser over a provider's WebSocket protocol. It holds one connection per subscription, opened at once, and
 * replaces it when it is lost or old. Unsettled speech is sent again, the first second at once, the rest at most at twice real
 * time, so that each word comes once. Every flush and every end is answered exactly once, in order. An error of the provider
 * fails its utterance, never the stream: `provider_refused` for good, `provider_failed` after five failed attempts or a
 * `Retry-After` above 10 s, `stt_timeout`. At its deadline an utterance is settled with the text so far, as a provisional
 * final; one without text is sent again once. A refusal is reported at once, also before anybody speaks. Completes with the
 * last answer after the end of the speech; unsubscribing closes the connection.
 *
 * ```text
 * speech       s-a-a-a-e-----    start, audio, end
 * connection   -o---x--o-----    opened; lost; another, over which all of it is sent again
 * output       ---i-------i-f    interim, final
 * ```
 */
export function createWebSocketStt(wire: SttWire, options: AdapterOptions = {}): SpeechToText {
  const deps = createWireDeps(options);
  const { name, model, sampleRate, interims, answerMs } = wire;
  return {
    name,
    model,
    sampleRate,
    interims,
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
