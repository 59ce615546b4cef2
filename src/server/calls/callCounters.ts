import { filter, map, merge, scan, type Observable } from 'rxjs';
import type { Session } from '../../session/session.ts';
import type { SessionEvent } from '../../session/events.ts';

/** The event counts of a session. */
export interface CallCounters {
  readonly user_messages: number;
  readonly agent_messages: number;
  readonly interruptions: number;
  readonly function_calls: number;
  /** Failures, without diagnostics. */
  readonly errors: number;
}

export const NO_COUNTS: CallCounters = {
  user_messages: 0,
  agent_messages: 0,
  interruptions: 0,
  function_calls: 0,
  errors: 0,
};

/** Emits the counters whenever one changes; completes when the session has ended. */
export function callCounters({ events$, errors$ }: Session): Observable<CallCounters> {
  const failures = errors$.pipe(filter(({ details }) => details.failure !== false));
  return merge(events$.pipe(map(incrementOf)), failures.pipe(map((): Increment => ['errors', 1]))).pipe(
    filter(([, by]) => by > 0),
    scan((counters, [name, by]) => ({ ...counters, [name]: counters[name] + by }), NO_COUNTS),
  );
}

type Increment = readonly [counter: keyof CallCounters, by: number];

function incrementOf(event: SessionEvent): Increment {
  switch (event.name) {
    case 'on_user_message_added':
      return ['user_messages', 1];
    case 'on_agent_message_added':
      return ['agent_messages', 1];
    case 'on_agent_interrupted':
      return ['interruptions', 1];
    case 'on_function_calls_collected':
      return ['function_calls', event.input.function_calls.length];
    default:
      return ['errors', 0];
  }
}
