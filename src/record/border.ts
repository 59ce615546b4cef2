import type { Observable, SchedulerLike } from 'rxjs';
import type { SessionRequest } from '../session/recording.ts';
import type { Incoming, Outgoing } from './format.ts';

/** How values of a stream are written, and read again. */
export interface Codec<T, Written> {
  /** @throws what JSON cannot hold is written as the error that this throws */
  write(value: T): Written;
  read(written: Written): T;
}

/** A place where the world comes in: what goes out to it, and what comes back. */
export interface BorderStream<Kind extends keyof Incoming, In, Out> {
  readonly kind: Kind;
  readonly codec: Codec<Out, Incoming[Kind]>;
  readonly input: Observable<In>;
  readonly outside: (input: Observable<In>) => Observable<Out>;
}

/**
 * The border between a session and the world. Seen from a session that is recorded, the world lies beyond it and everything
 * that comes in is noted; seen from one that is replayed there is only what was noted.
 */
export interface Border {
  /** The time of the session. */
  readonly scheduler: SchedulerLike;
  /** What comes in, as it comes in. Streams of a numbered kind get their numbers on subscribing. */
  connect<Kind extends keyof Incoming, In, Out>(crossing: BorderStream<Kind, In, Out>): Observable<Out>;
  /** What is asked of the world, and answered at once. */
  query<Kind extends 'args' | 'functions', T>(kind: Kind, codec: Codec<T, Incoming[Kind]>, beyond: () => T): T;
  /** What the world asks of the session. */
  ask(asked: SessionRequest, carryOut: () => void): void;
  /** Work that begins inside the session. */
  enter(work: () => void): void;
  /** What goes out. */
  output<Name extends keyof Outgoing>(name: Name, value: Outgoing[Name]): void;
}

/** Names streams in the order in which they are opened. Those that are opened once have no number. */
export function createStreamNames(): (kind: keyof Incoming) => string {
  const opened = new Map<string, number>();
  return (kind) => {
    const number = opened.get(kind) ?? 0;
    opened.set(kind, number + 1);
    return number === 0 && !isNumbered(kind) ? kind : `${kind}.${number}`;
  };
}

export function isNumbered(kind: keyof Incoming): boolean {
  return kind === 'llm' || kind === 'tts' || kind === 'fn';
}
