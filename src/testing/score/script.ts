import type { AntiphonError, ErrorCode } from '../../core/errors.ts';
import type { Message } from '../../core/message.ts';
import { clientOf, userOf } from './cues.ts';
import type { Client, Cue, User } from './cues.ts';
import { expectCalls, expectHeard, expectNeverSays } from './expect/agent.ts';
import { expectError, expectNoError, expectNoOtherFailure } from './expect/errors.ts';
import { expectAt, expectBy, expectEvents, expectNever, expectNotBefore } from './expect/events.ts';
import type { Expectation } from './expect/fault.ts';
import { expectHistory } from './expect/history.ts';
import { after } from './time.ts';
import type { At, EventName } from './time.ts';

/** What is expected of the agent. */
export interface AgentExpectations {
  /** One of its messages is just this, in whole words: what was heard, and nothing else. Several calls: in this order. */
  heard(text: string): void;
  /** Without `text`: it is not heard at all. */
  neverSays(text?: string): void;
  /** It called the function; with `args`, with just these arguments. */
  calls(name: string, args?: unknown): void;
}

/** What is expected of the nine events; called with a list: just these, in this order. */
export interface EventExpectations {
  (names: readonly EventName[]): void;
  /** One of them comes at this time, to the ms. */
  at(name: EventName, at: At): void;
  /** One of them comes at this time or before. */
  by(name: EventName, at: At): void;
  /** None of them comes before this time. */
  notBefore(name: EventName, at: At): void;
  never(name: EventName): void;
}

/** What is expected on `errors$`. A failure that nobody expects is a fault; diagnostics need not be expected. */
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
  history(expected: readonly Partial<Message>[]): void;
  /**
   * A time counted from an event: for what is done, from the first such event since what is done in the line before; for
   * what is expected, from the first of the conversation.
   */
  readonly after: typeof after;
}

/** What there is to do, in the order in which it is written, and what is expected. */
export interface Script {
  readonly cues: readonly Cue[];
  readonly expectations: readonly Expectation[];
}

export function scriptOf(write: (score: Score) => void): Script {
  const cues: Cue[] = [];
  const expectations: Expectation[] = [];
  const heard: string[] = [];
  const foreseen: AntiphonError['code'][] = [];
  const expect = (expectation: Expectation): void => void expectations.push(expectation);
  const add = (cue: Cue): void => void cues.push(cue);
  write({
    user: userOf(add),
    client: clientOf(add),
    agent: {
      heard: (text) => void heard.push(text),
      neverSays: (text) => expect(expectNeverSays(text)),
      calls: (name, args) => expect(expectCalls(name, args)),
    },
    events: Object.assign((names: readonly EventName[]) => expect(expectEvents(names)), {
      at: (name: EventName, at: At) => expect(expectAt(name, at)),
      by: (name: EventName, at: At) => expect(expectBy(name, at)),
      notBefore: (name: EventName, at: At) => expect(expectNotBefore(name, at)),
      never: (name: EventName) => expect(expectNever(name)),
    }),
    errors: {
      has: (code) => {
        foreseen.push(code);
        expect(expectError(code));
      },
      never: (code) => expect(expectNoError(code)),
    },
    history: (expected) => expect(expectHistory(expected)),
    after,
  });
  return { cues, expectations: [expectNoOtherFailure(foreseen), expectHeard(heard), ...expectations] };
}
