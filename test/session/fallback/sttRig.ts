import { Subject } from 'rxjs';
import type { AntiphonError } from '../../../src/core/errors.ts';
import type { SpeechToText, SttEvent, SttInput } from '../../../src/core/ports.ts';
import { createSttFallback } from '../../../src/fallback/createSttFallback.ts';
import type { FallbackOptions } from '../../../src/fallback/members.ts';
import { SubscriptionLedger } from '../../../src/stream/subscriptionLedger.ts';
import { createSttDouble, type SttDoubleOptions } from '../../../src/testing/doubles/stt.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';

/** Two or more recognisers as one, and a session of theirs, in virtual time. */
export interface SttRig {
  readonly clock: VirtualClock;
  readonly stt: SpeechToText;
  /** The open sessions of each recogniser. */
  readonly open: () => readonly number[];
  /** What each recogniser was sent: s start, a audio, f flush, e end, with the number of the segment. */
  readonly sent: readonly string[][];
  /** Speaks for so long; by default the whole segment. */
  readonly speak: (segment: number, inputs?: string, frameMs?: number) => void;
  /** The events of segments, in short. */
  readonly events: readonly string[];
  readonly all: readonly SttEvent[];
  readonly complete: () => void;
  readonly stop: () => void;
}

const RATE = 16_000;

/** Creates a fallback of doubles that are named a, b, c …, and subscribes to it. */
export function createSttRig(
  recognisers: readonly (Partial<SttDoubleOptions> | SpeechToText)[],
  options: FallbackOptions = {},
): SttRig {
  const clock = new VirtualClock();
  const sent: string[][] = recognisers.map(() => []);
  const ledgers = recognisers.map(() => new SubscriptionLedger());
  const ports = recognisers.map((own, at) => {
    if ('transcribe' in own) return own;
    const double = createSttDouble({
      says: [],
      name: 'abc'.charAt(at),
      scheduler: clock,
      ...own,
      ledger: ledgers[at],
    });
    return watched(double, sent[at] ?? []);
  });
  const stt = createSttFallback(ports, { scheduler: clock, ...options });
  const speech = new Subject<SttInput>();
  const all: SttEvent[] = [];
  const events: string[] = [];
  const subscription = stt.transcribe(speech).subscribe({
    next: (event) => {
      all.push(event);
      events.push(`${clock.now()} ${describeEvent(event)}`);
    },
    error: (error: unknown) => events.push(`${clock.now()} error ${String(error)}`),
    complete: () => events.push(`${clock.now()} complete`),
  });
  const speak = (segment: number, inputs = 'saaaae', frameMs = 300): void => {
    for (const input of inputs) speech.next(toInput(input, segment, frameMs));
  };
  return {
    clock,
    stt,
    sent,
    speak,
    events,
    all,
    open: () => ledgers.map((ledger) => ledger.open()['stt'] ?? 0),
    complete: () => speech.complete(),
    stop: () => subscription.unsubscribe(),
  };
}

function watched(stt: SpeechToText, sent: string[]): SpeechToText {
  return {
    ...stt,
    transcribe: (speech) => {
      const noted = new Subject<SttInput>();
      speech.subscribe({
        next: (input) => {
          sent.push(`${input.kind.charAt(0)}${input.segment}`);
          noted.next(input);
        },
        complete: () => noted.complete(),
      });
      return stt.transcribe(noted);
    },
  };
}

function toInput(kind: string, segment: number, ms: number): SttInput {
  if (kind === 's') return { kind: 'start', segment };
  if (kind === 'f') return { kind: 'flush', segment };
  if (kind === 'e') return { kind: 'end', segment };
  const samples = new Int16Array((RATE * ms) / 1000).fill(1000);
  return { kind: 'audio', segment, frame: { samples, sampleRate: RATE } };
}

export function describeEvent(event: SttEvent): string {
  switch (event.kind) {
    case 'interim':
      return `interim ${event.segment} ${event.text}`;
    case 'final':
      return `final ${event.segment} ${event.text}${marksOf(event)}`;
    case 'empty':
      return `empty ${event.segment}`;
    case 'turn':
      return `turn ${event.segment} ${event.state}`;
    case 'failed':
      return `failed ${event.segment} ${(event.error as Error).message}`;
    case 'report':
      return describeReport(event.error as AntiphonError);
    case 'served':
      return `served ${event.provider}`;
    case 'used':
      return `used ${event.provider} ${event.seconds}`;
  }
}

function marksOf({ provisional, last }: Extract<SttEvent, { readonly kind: 'final' }>): string {
  return `${provisional === true ? ' (provisional)' : ''}${last === false ? ' (more)' : ''}`;
}

function describeReport({ code, details }: AntiphonError): string {
  return `report ${code} ${details.provider}`;
}

/** Leaves out what was used. */
export function withoutUse(events: readonly string[]): readonly string[] {
  return events.filter((event) => !event.includes(' used '));
}
