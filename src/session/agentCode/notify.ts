import { AntiphonError } from '../../core/errors.ts';
import { awaitReturned } from './awaitReturned.ts';
import type { Contain } from '../containment/containment.ts';
import type { Agent } from '../agent.ts';
import { addSession } from '../events.ts';
import type { EventHandlers, EventInput, EventInputs } from '../eventInputs.ts';

export interface NotifyContext {
  readonly report: (error: AntiphonError) => void;
  readonly contain: Contain;
}

/** The handlers that only observe. */
export type NotifiedAgent<SessionData> = EventHandlers<SessionData> & Pick<Agent<never>, 'on_session_resumed'>;

/**
 * Calls the agent's current handler of an event. The handler is not awaited and cannot end the process: its exceptions
 * and rejections, immediate or later, are reported.
 */
export function notify<SessionData>(
  agent: NotifiedAgent<SessionData>,
  { name, input }: { readonly name: keyof EventInputs | 'on_session_resumed'; readonly input: object },
  { report, contain }: NotifyContext,
): void {
  const onFailure = (cause: unknown): void =>
    report(new AntiphonError('event_handler_failed', `${name} failed`, { failure: false, path: name, cause }));
  const onUncaught = (cause: unknown): void =>
    report(new AntiphonError('event_handler_failed', `${name} failed after it had returned`, { path: name, cause }));
  contain(onUncaught, () => {
    try {
      const handler = agent[name] as ((input: object) => unknown) | null | undefined;
      const returned = handler?.call(agent, input);
      if (returned !== undefined) awaitReturned(returned, onFailure);
    } catch (error) {
      onFailure(error);
    }
  });
}

/** Calls the handler of another agent of the session, with its own session data, unless it is the same one. */
export function notifyOther(
  other: { readonly agent: object; readonly sessionData: object },
  first: object,
  { name, input }: { readonly name: keyof EventInputs; readonly input: EventInput<unknown> },
  context: NotifyContext,
): void {
  const agent = other.agent as NotifiedAgent<never>;
  if (agent === first || agent[name] === (first as NotifiedAgent<never>)[name]) return;
  const own = { ...input, session_data: other.sessionData };
  addSession(own, input.session);
  notify(agent, { name, input: Object.freeze(own) }, context);
}
