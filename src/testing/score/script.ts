import { createClient, createUser, type Client, type ScoreAction, type User } from './actions.ts';
import { expectHeard, expectNeverSays, type HeardExpectation } from './expect/agent.ts';
import { expectCalls, expectNeverCalls, expectOnlyCalls, type ExpectedCall } from './expect/calls.ts';
import { expectError, expectNoError, expectNoOtherFailure } from './expect/errors.ts';
import { expectAt, expectBy, expectEvents, expectNever, expectNotBefore } from './expect/events.ts';
import type { Expectation } from './expect/expectation.ts';
import { expectHistory, type ExpectedMessage } from './expect/history.ts';
import { expectMetrics, type MetricCondition } from './expect/metrics.ts';
import { parseErrorCode, parseEventName, type EventName, type WrittenEvent } from './names.ts';
import { findCallSite, type ExpectationSite } from './callSite.ts';
import { matches, type ExpectedText } from './textMatch.ts';
import { after, parseAt, type At } from './time.ts';
import { AntiphonError, type ErrorCode } from '../../core/errors.ts';

/** Expectations of the agent. */
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

/** The actions in the order in which they are written, and the expectations. */
export interface Script {
  readonly actions: readonly ScoreAction[];
  readonly expectations: readonly Expectation[];
}

/** Creates the script. @throws AntiphonError `usage_invalid` for an async `write`; later lines throw it, too */
export function createScript(write: (score: Score) => void, source?: string): Script {
  const cues = createSealableList<ScoreAction>();
  const expectations = createSealableList<Expectation>();
  const heard = createSealableList<HeardExpectation>();
  const called = createSealableList<ExpectedCall & ExpectationSite>();
  const foreseen = createSealableList<ErrorCode>();
  let before: readonly ScoreAction[] = [];
  const add = (written: ScoreAction): void => {
    const cue = { ...written, source: findCallSite() };
    parseAt(cue.at);
    cues.add(cue);
    before = [...before, cue];
  };
  const place = (): ExpectationSite => ({ before, source: findCallSite() });
  const expect = (expectation: Expectation): void => expectations.add(withSource(findCallSite(), expectation));
  const written: unknown = write({
    user: createUser(add),
    client: createClient(add),
    agent: {
      heard: (text) => heard.add({ text, ...place() }),
      neverSays: (text) => expect(expectNeverSays(text)),
      calls: (expected: string | readonly ExpectedCall[], args?: unknown) =>
        typeof expected === 'string'
          ? called.add({ name: expected, args, ...place() })
          : expect(expectOnlyCalls(expected)),
      neverCalls: (name) => expect(expectNeverCalls(name)),
    },
    events: createEventExpectations(expect, () => before),
    errors: {
      has: (code) => {
        foreseen.add(parseErrorCode(code));
        expect(expectError(code));
      },
      never: (code) => expect(expectNoError(parseErrorCode(code))),
    },
    history: (expected) => expect(expectHistory(expected)),
    metrics: (condition) => expect(expectMetrics(condition)),
    after,
    matches,
  });
  const expected = [
    expectNoOtherFailure(foreseen.seal(), source),
    expectHeard(heard.seal()),
    expectCalls(called.seal()),
    ...expectations.seal(),
  ];
  const script = { actions: cues.seal(), expectations: expected };
  if (isThenable(written)) throw rejectPromise(written);
  return script;
}

function createEventExpectations(
  expect: (expectation: Expectation) => void,
  before: () => readonly ScoreAction[],
): EventExpectations {
  const timed =
    (expected: (name: EventName, at: At, before: readonly ScoreAction[]) => Expectation) =>
    (name: WrittenEvent, at: At): void =>
      expect(expected(parseEventName(name), parseAt(at), before()));
  return Object.assign((names: readonly WrittenEvent[]) => expect(expectEvents(names.map(parseEventName))), {
    at: timed(expectAt),
    by: timed(expectBy),
    notBefore: timed(expectNotBefore),
    never: (name: WrittenEvent) => expect(expectNever(parseEventName(name))),
  });
}

function withSource(source: string | undefined, expectation: Expectation): Expectation {
  return (took) => expectation(took).map((fault) => ({ ...fault, source }));
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

/** Creates the error for an async score, and ignores the outcome of its promise. */
function rejectPromise(written: PromiseLike<unknown>): AntiphonError {
  written.then(undefined, () => undefined);
  return createTooLateError();
}

/** A list that is written and then sealed. */
interface SealableList<Entry> {
  /** @throws AntiphonError `usage_invalid`: it is sealed, so that nobody would read it */
  add(entry: Entry): void;
  /** All that is written. */
  seal(): readonly Entry[];
}

function createSealableList<Entry>(): SealableList<Entry> {
  const entries: Entry[] = [];
  return {
    add: (entry) => {
      if (Object.isFrozen(entries)) throw createTooLateError();
      entries.push(entry);
    },
    seal: () => Object.freeze(entries),
  };
}

function createTooLateError(): AntiphonError {
  return new AntiphonError(
    'usage_invalid',
    'a score is written at once, so its function must not be async: what is written later would not be played',
  );
}
