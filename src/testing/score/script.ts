import { createAgentRequests, createClient, createUser } from './actions.ts';
import { expectNeverSays } from './expect/agent.ts';
import { expectNeverCalls, expectOnlyCalls, type ExpectedCall } from './expect/calls.ts';
import { expectError, expectNoError } from './expect/errors.ts';
import { expectEvents, expectNever, expectTime, type TimeMethod } from './expect/events.ts';
import { expectHistory } from './expect/history.ts';
import { expectMetrics } from './expect/metrics.ts';
import { parseErrorCode, parseEventName, type WrittenEvent } from './names.ts';
import { ScoreLines, type Script } from './scoreLines.ts';
import { createTooLateError } from './sealableList.ts';
import { matches } from './textMatch.ts';
import { after, parseAt, type At } from './time.ts';
import type { AgentExpectations, ErrorExpectations, EventExpectations, Score } from './writtenScore.ts';
import { isThenable } from '../../core/isThenable.ts';

/** Creates the script. @throws AntiphonError `usage_invalid` for an async `write`; later lines throw it as well */
export function createScript(write: (score: Score) => void, source?: string): Script {
  const lines = new ScoreLines();
  const written: unknown = write({
    user: createUser((action) => lines.act(action)),
    client: createClient((action) => lines.act(action)),
    agent: { ...createAgentRequests((action) => lines.act(action)), ...createAgentExpectations(lines) },
    events: createEventExpectations(lines),
    errors: createErrorExpectations(lines),
    history: (expected) => lines.expect(expectHistory(expected)),
    metrics: (condition) => lines.expect(expectMetrics(condition)),
    after,
    matches,
  });
  const script = lines.seal(source);
  if (!isThenable(written)) return script;
  // The outcome does not matter.
  written.then(undefined, () => undefined);
  throw createTooLateError();
}

function createAgentExpectations(lines: ScoreLines): AgentExpectations {
  return {
    heard: (text) => lines.heard.add({ text, ...lines.place() }),
    neverSays: (text) => lines.expect(expectNeverSays(text)),
    calls: (expected: string | readonly ExpectedCall[], args?: unknown) =>
      typeof expected === 'string'
        ? lines.calls.add({ name: expected, args, ...lines.place() })
        : lines.expect(expectOnlyCalls(expected)),
    neverCalls: (name) => lines.expect(expectNeverCalls(name)),
    meets: (criterion) => lines.criteria.add({ criterion, ...lines.place() }),
  };
}

function createEventExpectations(lines: ScoreLines): EventExpectations {
  const createTimed =
    (method: TimeMethod) =>
    (name: WrittenEvent, at: At): void =>
      lines.expect(expectTime(method, parseEventName(name), parseAt(at), lines.before));
  return Object.assign((names: readonly WrittenEvent[]) => lines.expect(expectEvents(names.map(parseEventName))), {
    at: createTimed('at'),
    by: createTimed('by'),
    notBefore: createTimed('notBefore'),
    never: (name: WrittenEvent) => lines.expect(expectNever(parseEventName(name))),
  });
}

function createErrorExpectations(lines: ScoreLines): ErrorExpectations {
  return {
    has: (code) => {
      lines.errors.add(parseErrorCode(code));
      lines.expect(expectError(code));
    },
    never: (code) => lines.expect(expectNoError(parseErrorCode(code))),
  };
}
