import { Subject, takeUntil, type Observable } from 'rxjs';
import { concatSamples, msOfSamples, type AudioFrame } from '../../../core/audio.ts';
import type { TtsEvent } from '../../../core/ports.ts';
import type { WordTiming } from '../../../core/turn.ts';
import { withinTime } from '../contract.ts';

/** The events of an utterance. */
export interface CollectedUtterance {
  readonly events: readonly TtsEvent[];
  readonly frames: readonly AudioFrame[];
  readonly samples: Int16Array;
  readonly words: readonly WordTiming[];
  readonly marks: readonly number[];
  readonly durationMs: number;
}

/** Collects an utterance until it completes. */
export function collectUtterance(
  utterance: Observable<TtsEvent>,
  each: (event: TtsEvent) => void = () => {},
): Promise<CollectedUtterance> {
  const events: TtsEvent[] = [];
  const completed = new Promise<CollectedUtterance>((done, failed) => {
    utterance.subscribe({
      next: (event) => {
        events.push(event);
        each(event);
      },
      error: failed,
      complete: () => done(gathered(events)),
    });
  });
  return withinTime('that the utterance completes', completed, { came: () => summary(events) });
}

/** Collects an utterance until it completes or fails. */
export function collectToEnd(
  utterance: Observable<TtsEvent>,
): Promise<{ readonly collected: CollectedUtterance; readonly error: unknown }> {
  const events: TtsEvent[] = [];
  const over = new Promise<unknown>((done) => {
    utterance.subscribe({ next: (event) => events.push(event), error: done, complete: () => done(null) });
  });
  const end = over.then((error) => ({ collected: gathered(events), error }));
  return withinTime('that the utterance ends', end, { came: () => summary(events) });
}

/** Collects an utterance until `isTime` returns true, and unsubscribes in that instant. */
export function collectUntil(
  utterance: Observable<TtsEvent>,
  isTime: (event: TtsEvent) => boolean,
): Promise<readonly TtsEvent[]> {
  const events: TtsEvent[] = [];
  const stop = new Subject<void>();
  const stopped = new Promise<readonly TtsEvent[]>((done, failed) => {
    utterance.pipe(takeUntil(stop)).subscribe({
      next: (event) => {
        events.push(event);
        if (isTime(event)) stop.next();
      },
      error: failed,
      complete: () => done(events),
    });
  });
  return withinTime('what the utterance is cancelled at', stopped, { came: () => summary(events) });
}

function gathered(events: readonly TtsEvent[]): CollectedUtterance {
  const frames = events.flatMap((event) => (event.kind === 'audio' ? [event.frame] : []));
  const samples = concatSamples(frames.map((frame) => frame.samples));
  return {
    events,
    frames,
    samples,
    words: events.flatMap((event) => (event.kind === 'words' ? event.words : [])),
    marks: events.flatMap((event) => (event.kind === 'mark' ? [event.chars] : [])),
    durationMs: msOfSamples(samples.length, frames[0]?.sampleRate ?? 1),
  };
}

/** Without the samples. */
function summary(events: readonly TtsEvent[]): readonly unknown[] {
  return events.map((event) => (event.kind === 'audio' ? `audio of ${event.frame.samples.length} samples` : event));
}
