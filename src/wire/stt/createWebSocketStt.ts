import { Observable } from 'rxjs';
import type { SpeechToText, SttEvent } from '../../core/ports.ts';
import type { WireOptions } from '../options.ts';
import { createWireDeps } from '../wireDeps.ts';
import type { WireDeps } from '../wireDeps.ts';
import { UtteranceLog } from './utteranceLog.ts';
import type { SttWire } from './dialect.ts';
import { ReconnectingClient, RECOVERY_MS } from './reconnectingClient.ts';

/** The operator's own deadline comes after ours, which knows more about what went wrong. */
const GRACE_MS = 500;
/** An utterance that is not answered is told again once. */
const TELLINGS = 2;
/** The longest that telling a segment again takes, in ms: 60 s of speech at twice real time. */
const REPLAY_MS = 30_000;

/**
 * A recogniser that speaks a provider's wire. It holds one connection per subscription, opened at once, and replaces it
 * when it is lost or old; what was not settled is told again, at most twice as fast as it was said, but for the first
 * second, so that each word comes once and none is lost. Every flush and every end is answered exactly once, in their
 * order. An error of the provider fails what it concerns and never the stream: `provider_refused` for good,
 * `provider_failed` when five attempts were in vain or the provider asks to be left alone for more than 10 s,
 * `stt_timeout`. At its deadline an utterance is settled by what has come of it, as a provisional final; one of which nothing
 * has come is told again once. A refusal is reported when it comes, also where nobody has spoken yet. Ends with the last answer after the end of the speech; unsubscribing closes the connection.
 *
 * ```text
 * speech       s-a-a-a-e-----    start, audio, end
 * connection   -o---x--o-----    opened; lost; another, which is told all of it again
 * output       ---i-------i-f    interim, final
 * ```
 */
export function createWebSocketStt(wire: SttWire, options: WireOptions = {}): SpeechToText {
  const deps = createWireDeps(options);
  const { name, sampleRate, interims, answerMs } = wire;
  return {
    name,
    sampleRate,
    interims,
    finalTimeoutMs: TELLINGS * answerMs + RECOVERY_MS + GRACE_MS + REPLAY_MS,
    transcribe: (speech) => transcribed({ wire, deps, speech }),
  };
}

interface Recognition {
  readonly wire: SttWire;
  readonly deps: WireDeps;
  readonly speech: Parameters<SpeechToText['transcribe']>[0];
}

function transcribed({ wire, deps, speech }: Recognition): Observable<SttEvent> {
  return new Observable<SttEvent>((subscriber) => {
    const book = new UtteranceLog();
    let isOver = false;
    const changed = (): void => {
      for (let event = book.nextEvent(); event !== null; event = book.nextEvent())
        if (wire.interims || event.kind !== 'interim') subscriber.next(event);
      if (isOver && !book.hasUnanswered) subscriber.complete();
    };
    const report = (error: unknown): void => subscriber.next({ kind: 'report', error });
    const line = new ReconnectingClient({ wire, deps, book, changed, report });
    subscriber.add(() => line.close());
    const input = speech.subscribe({
      next: (said) => {
        book.add(said);
        line.more();
        if (said.kind === 'flush' || said.kind === 'end') line.ended();
        changed();
      },
      error: (error: unknown) => subscriber.error(error),
      complete: () => {
        isOver = true;
        changed();
      },
    });
    subscriber.add(input);
  });
}
