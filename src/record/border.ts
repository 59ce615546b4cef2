import type { Observable, SchedulerLike } from 'rxjs';
import type { SessionRequest } from '../session/recording.ts';
import type { Incoming, Outgoing } from './format.ts';

/** Writes values of a stream as JSON, and reads them again. */
export interface Codec<T, Written> {
  /** @throws for a value that JSON cannot hold; the error is written in its place */
  write(value: T): Written;
  read(written: Written): T;
}

/** A stream across the border, with its input and the other side. */
export interface BorderStream<Kind extends keyof Incoming, In, Out> {
  readonly kind: Kind;
  readonly codec: Codec<Out, Incoming[Kind]>;
  readonly input: Observable<In>;
  /** The port, handler or client on the other side. */
  readonly outside: (input: Observable<In>) => Observable<Out>;
}

/**
 * The border between a session and the outside. While recording, the outside is real and every input is written; in a
 * replay, every input comes from the recording.
 */
export interface Border {
  /** The time of the session. */
  readonly scheduler: SchedulerLike;
  /** Connects a stream, and emits its inputs. Streams of a numbered kind are numbered by subscription. */
  connect<Kind extends keyof Incoming, In, Out>(stream: BorderStream<Kind, In, Out>): Observable<Out>;
  /** Gets a value from the outside, synchronously. */
  query<Kind extends 'args' | 'functions', T>(kind: Kind, codec: Codec<T, Incoming[Kind]>, outside: () => T): T;
  /** Carries out a request to the session. */
  request(request: SessionRequest, carryOut: () => void): void;
  /** Runs work that begins inside the session. */
  runStep(work: () => void): void;
  /** Records an output. */
  output<Name extends keyof Outgoing>(name: Name, value: Outgoing[Name]): void;
}

/** Names streams in the order of their subscription: `stt`, but `llm.0`, `llm.1` …. */
export function createStreamNames(): (kind: keyof Incoming) => string {
  const opened = new Map<string, number>();
  return (kind) => {
    const number = opened.get(kind) ?? 0;
    opened.set(kind, number + 1);
    return number === 0 && !isNumbered(kind) ? kind : `${kind}.${number}`;
  };
}

/** Streams of which there may be several at a time, or one after the other. */
const NUMBERED: readonly (keyof Incoming)[] = ['llm', 'tts', 'fn', 'entry', 'away', 'filler', 'turn'];

export function isNumbered(kind: keyof Incoming): boolean {
  return NUMBERED.includes(kind);
}
