import type { SttInput } from '../../../src/core/ports.ts';
import type { Decoder } from './engine.ts';
import type { EngineSttEvent } from '../../../src/wire/engine/messages.ts';
import type { Pool } from './pool.ts';
import { createRecognition, type RecognitionOptions } from './recognition.ts';

/** A value that is loading. */
export interface Loading<T> {
  /** Calls `work` with the value: at once if it is loaded. */
  use(work: (value: T) => void): void;
}

/** One session in the worker. */
export interface WorkerSession {
  handle(input: SttInput): void;
  /** Releases the decoders of its segments and drops waiting ones. */
  close(): void;
}

/**
 * Creates the session. Each segment uses its own decoder from its start until its end is answered. Until one is free,
 * its audio is queued; the length of a segment bounds the queue.
 */
export function createWorkerSession(
  decoders: Pool<Decoder>,
  options: Loading<RecognitionOptions>,
  emit: (event: EngineSttEvent) => void,
): WorkerSession {
  const segments = new Map<number, Segment>();
  const open = (segment: number): Segment =>
    openSegment(
      decoders,
      (decoder, use) => options.use((loaded) => use(createRecognition(decoder, segment, loaded))),
      emit,
      () => segments.delete(segment),
    );
  return {
    handle: (input) => {
      if (input.kind === 'start') segments.set(input.segment, open(input.segment));
      segments.get(input.segment)?.handle(input);
    },
    close: () => {
      for (const { release } of segments.values()) release();
      segments.clear();
    },
  };
}

interface Segment {
  handle(input: SttInput): void;
  release(): void;
}

type Recognise = (input: SttInput) => readonly EngineSttEvent[];

function openSegment(
  decoders: Pool<Decoder>,
  createRecognise: (decoder: Decoder, use: (recognise: Recognise) => void) => void,
  emit: (event: EngineSttEvent) => void,
  onEnd: () => void,
): Segment {
  const queue: SttInput[] = [];
  let recognise: Recognise | undefined;
  const handle = (input: SttInput): void => {
    if (recognise === undefined) return void queue.push(input);
    const events = recognise(input);
    if (input.kind === 'end' || events.some(({ kind }) => kind === 'failed')) {
      recognise = () => [];
      release();
      onEnd();
    }
    events.forEach(emit);
  };
  let isReleased = false;
  const leave = decoders.acquire((decoder) =>
    createRecognise(decoder, (created) => {
      if (isReleased) return;
      recognise = created;
      queue.splice(0).forEach(handle);
    }),
  );
  const release = (): void => {
    isReleased = true;
    leave();
  };
  return { handle, release };
}
