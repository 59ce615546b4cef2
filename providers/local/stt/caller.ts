import type { SttInput } from '../../../src/core/ports.ts';
import type { Decoder } from './engine.ts';
import type { SaidEvent } from './messages.ts';
import type { Pool } from './pool.ts';
import { recognition } from './recognition.ts';

/** One session, on the worker's side. */
export interface Caller {
  take(input: SttInput): void;
  /** Gives back what its segments hold, and forgets those that wait. */
  close(): void;
}

/**
 * Hears the segments of a session, each with a decoder of its own from its start until its end is answered. Until one is
 * free, a segment's audio waits with it; how much that can be is bounded by who cuts the segments.
 */
export function caller(decoders: Pool<Decoder>, grammar: string, say: (event: SaidEvent) => void): Caller {
  const segments = new Map<number, Segment>();
  const open = (segment: number): Segment =>
    openSegment(decoders, (decoder) => recognition(decoder, segment, grammar), {
      said: say,
      over: () => segments.delete(segment),
    });
  return {
    take: (input) => {
      if (input.kind === 'start') segments.set(input.segment, open(input.segment));
      segments.get(input.segment)?.take(input);
    },
    close: () => {
      for (const { leave } of segments.values()) leave();
      segments.clear();
    },
  };
}

interface Segment {
  take(input: SttInput): void;
  leave(): void;
}

interface SegmentListener {
  said(event: SaidEvent): void;
  over(): void;
}

type Listen = (input: SttInput) => readonly SaidEvent[];

function openSegment(
  decoders: Pool<Decoder>,
  listenWith: (decoder: Decoder) => Listen,
  { said, over }: SegmentListener,
): Segment {
  const waiting: SttInput[] = [];
  let listen: Listen | undefined;

  const hear = (input: SttInput): void => {
    if (listen === undefined) return void waiting.push(input);
    const events = listen(input);
    if (input.kind === 'end' || events.some(({ kind }) => kind === 'failed')) {
      listen = () => [];
      leave();
      over();
    }
    events.forEach(said);
  };
  const leave = decoders.borrow((decoder) => {
    listen = listenWith(decoder);
    waiting.splice(0).forEach(hear);
  });
  return { take: hear, leave };
}
