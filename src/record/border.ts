import type { Observable, SchedulerLike } from 'rxjs';
import type { SessionRequest } from '../session/recording.ts';
import type { Incoming, Outgoing } from './format.ts';

/** Converts the values of a stream to JSON and back. */
export interface Codec<T, Written> {
  /** @throws for a value that JSON cannot represent; the error is recorded in its place */
  write(value: T): Written;
  read(written: Written): T;
}

/** A stream across the border: its input and the other side. */
export interface BorderStream<Kind extends keyof Incoming, In, Out> {
  readonly kind: Kind;
  readonly codec: Codec<Out, Incoming[Kind]>;
  readonly input: Observable<In>;
  /** The port, handler or client on the other side. */
  readonly outside: (input: Observable<In>) => Observable<Out>;
}

/**
 * The border between a session and the outside world. While recording, the outside is real and every input is written.
 * In a replay, every input comes from the recording.
 */
export interface Border {
  /** The session's clock. */
  readonly scheduler: SchedulerLike;
  /** Connects a stream and emits its inputs. Streams of a numbered kind are numbered in the order of subscription. */
  connect<Kind extends keyof Incoming, In, Out>(stream: BorderStream<Kind, In, Out>): Observable<Out>;
  /** Gets a value from outside, synchronously. */
  query<Kind extends 'args' | 'functions', T>(kind: Kind, codec: Codec<T, Incoming[Kind]>, outside: () => T): T;
  /** Carries out a request to the session. */
  request(request: SessionRequest, carryOut: () => void): void;
  /** Runs work that begins inside the session. */
  runStep(work: () => void): void;
  /** Records an output. */
  output<Name extends keyof Outgoing>(name: Name, value: Outgoing[Name]): void;
}

/** Creates a function that names streams in the order of their subscription: `stt`, but `llm.0`, `llm.1` …. */
export function createStreamNames(): (kind: keyof Incoming) => string {
  const opened = new Map<string, number>();
  return (kind) => {
    const number = opened.get(kind) ?? 0;
    opened.set(kind, number + 1);
    return number === 0 && !isNumbered(kind) ? kind : `${kind}.${number}`;
  };
}

/** Kinds of streams that may be open several times, at once or one after the other. */
const NUMBERED: readonly (keyof Incoming)[] = ['llm', 'tts', 'fn', 'entry', 'away', 'filler', 'turn', 'standstill'];

export function isNumbered(kind: keyof Incoming): boolean {
  return NUMBERED.includes(kind);
}
