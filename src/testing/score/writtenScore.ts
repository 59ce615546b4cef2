import type { ErrorCode } from '../../core/errors.ts';
import type { Client, User } from './actions.ts';
import type { ExpectedCall } from './expect/calls.ts';
import type { ExpectedMessage } from './expect/history.ts';
import type { MetricCondition } from './expect/metrics.ts';
import type { WrittenEvent } from './names.ts';
import type { ExpectedText, matches } from './textMatch.ts';
import type { after, At } from './time.ts';

export interface AgentExpectations {
  /** One of its messages is exactly this. Several calls: in this order. */
  heard(text: ExpectedText): void;
  /** Without `text`: the agent is not heard at all. */
  neverSays(text?: ExpectedText): void;
  /** It called the function, with exactly these `args` if given. Several lines: that many calls, in this order. */
  calls(name: string, args?: unknown): void;
  /** Exactly these calls, in this order. */
  calls(expected: readonly ExpectedCall[]): void;
  neverCalls(name: string): void;
  /** The `judge` of the options says so, at the end: "offers another evening". */
  meets(criterion: string): void;
}

/** Expectations of the nine events; called with a list: exactly these, in this order. */
export interface EventExpectations {
  (names: readonly WrittenEvent[]): void;
  /** One occurrence is at this time, to the ms. */
  at(name: WrittenEvent, at: At): void;
  /** One occurrence is at this time or before. */
  by(name: WrittenEvent, at: At): void;
  /** No occurrence is before this time. */
  notBefore(name: WrittenEvent, at: At): void;
  never(name: WrittenEvent): void;
}

/**
 * Expectations of `errors$`. An unexpected failure fails the score. An unexpected diagnostic does not, except for
 * `event_handler_failed` and `function_failed`.
 */
export interface ErrorExpectations {
  has(code: ErrorCode): void;
  never(code: ErrorCode): void;
}

/** The actions and expectations of a conversation. All expectations are checked at its end. */
export interface Score {
  readonly user: User;
  readonly client: Client;
  readonly agent: AgentExpectations;
  readonly events: EventExpectations;
  readonly errors: ErrorExpectations;
  /** The messages of the session, from the first on; omitted keys are not compared. */
  history(expected: readonly ExpectedMessage[]): void;
  /** A statistic of the waits for answers that were heard: `wait.p95 < 800ms`, `handler.max <= 1s`. */
  metrics(condition: MetricCondition): void;
  /**
   * A time relative to an event. All lines with the same event mean the same occurrence: the first after the action above the
   * first of these lines. `nth`: the second, third … occurrence.
   */
  readonly after: typeof after;
  /** Matches every text that fits a pattern. */
  readonly matches: typeof matches;
}
