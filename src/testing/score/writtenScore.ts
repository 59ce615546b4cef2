import type { ErrorCode } from '../../core/errors.ts';
import type { AgentRequests, Client, User } from './actions.ts';
import type { ExpectedCall } from './expect/calls.ts';
import type { ExpectedMessage } from './expect/history.ts';
import type { MetricCondition } from './expect/metrics.ts';
import type { WrittenEvent } from './names.ts';
import type { ExpectedText, matches } from './textMatch.ts';
import type { after, At } from './time.ts';

export interface AgentExpectations {
  /** Expects that one of its messages is exactly this text. Several calls expect this order. */
  heard(text: ExpectedText): void;
  /** Expects that the text is never heard; without `text`, that the agent is not heard at all. */
  neverSays(text?: ExpectedText): void;
  /**
   * Expects a call of the function, with exactly these `args` if given. Several lines expect that many calls, in this
   * order.
   */
  calls(name: string, args?: unknown): void;
  /** Expects exactly these calls, in this order. */
  calls(expected: readonly ExpectedCall[]): void;
  neverCalls(name: string): void;
  /** Expects that the `judge` of the options confirms the criterion at the end: "offers another evening". */
  meets(criterion: string): void;
}

/** Expectations about the nine events. Called with a list, expects exactly these events, in this order. */
export interface EventExpectations {
  (names: readonly WrittenEvent[]): void;
  /** Expects an occurrence at this time, to the ms. */
  at(name: WrittenEvent, at: At): void;
  /** Expects an occurrence at or before this time. */
  by(name: WrittenEvent, at: At): void;
  /** Expects no occurrence before this time. */
  notBefore(name: WrittenEvent, at: At): void;
  never(name: WrittenEvent): void;
}

/**
 * Expectations about `errors$`. An unexpected failure fails the score. An unexpected diagnostic does not, except
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
  readonly agent: AgentExpectations & AgentRequests;
  readonly events: EventExpectations;
  readonly errors: ErrorExpectations;
  /** Expects these messages of the session, from the first on. Omitted keys are not compared. */
  history(expected: readonly ExpectedMessage[]): void;
  /** Expects a statistic of the waits for heard answers: `wait.p95 < 800ms`, `handler.max <= 1s`. */
  metrics(condition: MetricCondition): void;
  /**
   * A time relative to an event. All lines with the same event refer to the same occurrence: the first after the action
   * above the first of these lines. `nth` selects the second, third … occurrence instead.
   */
  readonly after: typeof after;
  /** Creates a matcher for texts that fit a pattern. */
  readonly matches: typeof matches;
}
