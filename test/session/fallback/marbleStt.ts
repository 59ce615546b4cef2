import { asyncScheduler, filter, map, Observable, Subject } from 'rxjs';
import type { SpeechToText, SttEvent, SttInput } from '../../../src/core/ports.ts';
import { createSttFallback } from '../../../src/fallback/createSttFallback.ts';
import { rememberProvider } from '../../../src/fallback/providerMemory.ts';
import type { FallbackOptions } from '../../../src/fallback/members.ts';
import { marbles } from '../../../src/testing/marbles.ts';
import { sttEvents, sttInputs } from '../../support/letters.ts';

/** One recogniser of a diagram. */
export interface RecogniserLine {
  /** What it is sent. */
  readonly hears: string;
  /** What it emits in the same time, if it is asked: `r` is refused, `x` fails the segment, `#` breaks off. */
  readonly says: string;
  /** Latencies of its answers in earlier segments, in ms. */
  readonly latencies?: readonly number[];
}

export interface SttDiagram {
  /** What the fallback is sent. */
  readonly speech: string;
  readonly a: RecogniserLine;
  readonly b: RecogniserLine;
  /** What it emits: transcripts, failures, and `r`: another recogniser goes on. */
  readonly text: string;
  /** @default an answer is late after 6 ms, and a recogniser that has failed stands behind for 10 ms */
  readonly options?: FallbackOptions;
}

const REPORT = { kind: 'report', code: 'provider_fallback' };

/** Plays a diagram, in letters of recognisers. */
export function playStt({ speech, a, b, text, options }: SttDiagram): void {
  marbles(({ hot, expectObservable }) => {
    const ports = [a, b].map(({ says, hears, latencies = [] }, at): SpeechToText => {
      const emitted = hot<SttEvent>(says, sttEvents);
      const heard = new Subject<SttInput>();
      expectObservable(heard).toBe(hears, sttInputs);
      const port: SpeechToText = {
        name: 'ab'.charAt(at),
        sampleRate: 16_000,
        finalTimeoutMs: 50,
        interims: true,
        transcribe: (inputs) =>
          new Observable((out) => {
            out.add(inputs.subscribe({ next: (input) => heard.next(input) }));
            out.add(emitted.subscribe(out));
          }),
      };
      for (const ms of latencies) rememberProvider(port, asyncScheduler).addLatency(ms, true);
      return port;
    });
    const stt = createSttFallback(ports, { timeoutMs: 6, retryAfterMs: 10, scheduler: asyncScheduler, ...options });
    const emitted = stt.transcribe(hot<SttInput>(speech, sttInputs)).pipe(
      filter(({ kind }) => kind !== 'served' && kind !== 'used'),
      map((event) =>
        event.kind === 'report' ? { kind: event.kind, code: Reflect.get(event.error as object, 'code') } : event,
      ),
    );
    expectObservable(emitted).toBe(text, { ...sttEvents, r: REPORT });
  });
}
