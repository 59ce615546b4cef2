import type { ErrorCode } from '../../core/errors.ts';
import { createClient, createUser } from './actions.ts';
import type { Client, ScoreAction, User } from './actions.ts';
import { expectHeard, expectNeverSays } from './expect/agent.ts';
import type { HeardExpectation } from './expect/agent.ts';
import { expectCalls, expectNeverCalls, expectOnlyCalls } from './expect/calls.ts';
import type { ExpectedCall } from './expect/calls.ts';
import { expectError, expectNoError, expectNoOtherFailure } from './expect/errors.ts';
import { expectAt, expectBy, expectEvents, expectNever, expectNotBefore } from './expect/events.ts';
import type { Expectation } from './expect/fault.ts';
import { expectHistory } from './expect/history.ts';
import type { ExpectedMessage } from './expect/history.ts';
import { expectMetrics } from './expect/metrics.ts';
import type { MetricCondition } from './expect/metrics.ts';
import { parseErrorCode, parseEventName } from './names.ts';
import type { EventName, WrittenEvent } from './names.ts';
import { findCallSite } from './callSite.ts';
import type { ExpectationSite } from './callSite.ts';
import { matches } from './textMatch.ts';
import type { ExpectedText } from './textMatch.ts';
import { after, parseAt } from './time.ts';
import type { At } from './time.ts';
import { AntiphonError } from '../../core/errors.ts';

/** What is expected of the agent. */
export interface AgentExpectations {
  /** One of its messages is just this, in whole words: what was heard, and nothing else. Several calls: in this order. */
  heard(text: ExpectedText): void;
  /** Without `text`: it is not heard at all. */
  neverSays(text?: ExpectedText): void;
  /** It called the function; with `args`, with just these arguments. Several lines: as many calls, in this order. */
  calls(name: string, args?: unknown): void;
  /** Just these calls, in this order. */
  calls(expected: readonly ExpectedCall[]): void;
  neverCalls(name: string): void;
}

/** What is expected of the nine events; called with a list: just these, in this order. */
export interface EventExpectations {
  (names: readonly WrittenEvent[]): void;
  /** One of them comes at this time, to the ms. */
  at(name: WrittenEvent, at: At): void;
  /** One of them comes at this time or before. */
  by(name: WrittenEvent, at: At): void;
  /** None of them comes before this time. */
  notBefore(name: WrittenEvent, at: At): void;
  never(name: WrittenEvent): void;
}

/**
 * What is expected on `errors$`. A failure that nobody expects is a fault. Diagnostics need not be expected, but for those
 * of the agent's own code: `event_handler_failed`, `function_failed`.
 */
export interface ErrorExpectations {
  has(code: ErrorCode): void;
  never(code: ErrorCode): void;
}

/** What a conversation is written with. What is expected is checked when it is over, all of it. */
export interface Score {
  readonly user: User;
  readonly client: Client;
  readonly agent: AgentExpectations;
  readonly events: EventExpectations;
  readonly errors: ErrorExpectations;
  /** The messages of the session, from the first on; keys that are left out do not count. */
  history(expected: readonly ExpectedMessage[]): void;
  /** A figure of the waits for answers: `wait.p95 < 800ms`, `handler.max <= 1s`. Counted are answers that were heard. */
  metrics(condition: MetricCondition): void;
  /**
   * A time counted from an event. All lines that are counted from an event mean the same one: the first since the action
   * above the first of them. `nth`: the second, third … since then.
   */
  readonly after: typeof after;
  /** Stands for every text that a pattern matches. */
  readonly matches: typeof matches;
}

/** What there is to do, in the order in which it is written, and what is expected. */
export interface Script {
  readonly cues: readonly ScoreAction[];
  readonly expectations: readonly Expectation[];
}

/** @throws AntiphonError `usage_invalid`: the score is not written at once; what is written too late throws it too */
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
  const script = { cues: cues.seal(), expectations: expected };
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

/** What becomes of the promise nobody needs to know: it is refused itself. */
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
