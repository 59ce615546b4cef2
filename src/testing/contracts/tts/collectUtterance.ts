import { Subject, type Observable } from 'rxjs';
import { concatSamples, msOfSamples, type AudioFrame } from '../../../core/audio.ts';
import type { TtsEvent, TextToSpeech } from '../../../core/ports.ts';
import type { WordTiming } from '../../../core/turn.ts';
import { withinTime } from '../assertions.ts';

export interface CollectedUtterance {
  readonly events: readonly TtsEvent[];
  readonly frames: readonly AudioFrame[];
  readonly samples: Int16Array;
  readonly words: readonly WordTiming[];
  readonly marks: readonly number[];
  readonly durationMs: number;
}

/** Collects an utterance until it completes. Calls `each` after each event. */
export async function collectUtterance(
  utterance: Observable<TtsEvent>,
  each: (event: TtsEvent) => void = () => {},
): Promise<CollectedUtterance> {
  const events: TtsEvent[] = [];
  const completed = utterance.forEach((event) => {
    events.push(event);
    each(event);
  });
  await withinTime('that the utterance completes', completed, () => summarize(events));
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

/** Collects an utterance whose text completes only when all of it is marked. */
export function collectOpenText(tts: TextToSpeech, pieces: readonly string[]): Promise<CollectedUtterance> {
  const text = new Subject<string>();
  const collected = collectUtterance(tts.synthesize(text), (event) => {
    if (event.kind === 'mark' && event.chars === pieces.join('').length) text.complete();
  });
  for (const piece of pieces) text.next(piece);
  return collected;
}

/** Waits for the end of an utterance. @returns its events and its error; null if it completed */
export async function collectToEnd(
  utterance: Observable<TtsEvent>,
): Promise<{ readonly events: readonly TtsEvent[]; readonly error: unknown }> {
  const events: TtsEvent[] = [];
  const ended = utterance.forEach((event) => void events.push(event)).catch((reason: unknown) => reason);
  const error = await withinTime('that the utterance ends', ended, () => summarize(events));
  return { events, error: error ?? null };
}

/** Replaces the samples in events, to make them readable. */
function summarize(events: readonly TtsEvent[]): readonly unknown[] {
  return events.map((event) => (event.kind === 'audio' ? `audio of ${event.frame.samples.length} samples` : event));
}
