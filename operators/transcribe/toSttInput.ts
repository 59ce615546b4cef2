import { defer, type OperatorFunction } from 'rxjs';
import type { AudioFrame } from '../../src/core/audio.ts';
import { mapArrays } from '../../src/stream/mapArrays.ts';
import type { SttInput } from '../../src/core/ports.ts';
import { createResampler, type Resampler } from '../../src/core/resampler.ts';
import type { VadEvent } from '../../src/core/speech.ts';
import { countFlushes } from './openSegment.ts';

/**
 * Converts activity to the recogniser's input: segments at its rate, and a flush after each `flushAfterMs` of voiced
 * time.
 */
export function toSttInput(sampleRate: number, flushAfterMs: number | null): OperatorFunction<VadEvent, SttInput> {
  return (activity) =>
    defer(() => {
      let feed = createFeed();
      return activity.pipe(
        mapArrays((event) => {
          if (event.kind === 'started') feed = createFeed();
          return inputsOf(feed, event, sampleRate, flushAfterMs);
        }),
      );
    });
}

/** State of the segment that is being sent. */
interface Feed {
  resampler: Resampler | null;
  from: number;
  flushes: number;
}

function createFeed(): Feed {
  return { resampler: null, from: 0, flushes: 0 };
}

function inputsOf(feed: Feed, event: VadEvent, sampleRate: number, flushAfterMs: number | null): readonly SttInput[] {
  const { segment } = event;
  switch (event.kind) {
    case 'started':
      return [{ kind: 'start', segment }, ...audioOf(feed, event, sampleRate)];
    case 'window':
      if (!isFlushDue(feed, event.voicedMs, flushAfterMs)) return audioOf(feed, event, sampleRate);
      return [...audioOf(feed, event, sampleRate), { kind: 'flush', segment }];
    case 'truncated':
      return [];
    case 'ended':
      return [...tailOf(feed, segment, sampleRate), endOf(event)];
  }
}

function endOf({ segment, by }: Extract<VadEvent, { kind: 'ended' }>): SttInput {
  return by === 'turn' ? { kind: 'end', segment, over: true } : { kind: 'end', segment };
}

function audioOf(
  feed: Feed,
  { segment, audio }: { readonly segment: number; readonly audio: readonly AudioFrame[] },
  sampleRate: number,
): readonly SttInput[] {
  const inputs: SttInput[] = [];
  for (const frame of audio) {
    if (frame.sampleRate === sampleRate) inputs.push({ kind: 'audio', segment, frame });
    else for (const own of resampled(feed, frame, sampleRate)) inputs.push({ kind: 'audio', segment, frame: own });
  }
  return inputs;
}

function resampled(feed: Feed, frame: AudioFrame, sampleRate: number): readonly AudioFrame[] {
  const tail = feed.resampler !== null && feed.from !== frame.sampleRate ? [feed.resampler.flush()] : [];
  if (feed.resampler === null || feed.from !== frame.sampleRate) {
    feed.resampler = createResampler(frame.sampleRate, sampleRate);
    feed.from = frame.sampleRate;
  }
  return framesOf([...tail, feed.resampler.push(frame.samples)], sampleRate);
}

function tailOf(feed: Feed, segment: number, sampleRate: number): readonly SttInput[] {
  if (feed.resampler === null) return [];
  return framesOf([feed.resampler.flush()], sampleRate).map((frame) => ({ kind: 'audio', segment, frame }));
}

function framesOf(parts: readonly Int16Array[], sampleRate: number): readonly AudioFrame[] {
  return parts.filter(({ length }) => length > 0).map((samples) => ({ samples, sampleRate }));
}

/** Returns whether to flush the recogniser now, and if so, records the flush. */
function isFlushDue(feed: Feed, voicedMs: number, flushAfterMs: number | null): boolean {
  const due = countFlushes(voicedMs, flushAfterMs);
  if (due <= feed.flushes) return false;
  feed.flushes = due;
  return true;
}
