import { isObservable } from 'rxjs';
import type { Agent } from '../../session/agent.ts';
import type { AgentFunction, SessionControl } from '../../session/sessionControl.ts';
import { EVENT_NAMES } from '../../session/events.ts';
import { runAs } from '../../time/caller.ts';
import type { CallTracker } from './callTracker.ts';
import { trackObservable, trackPromise, trackStream, withCharge, type Charge } from './trackAnswers.ts';
import { createCaller } from './watchTimers.ts';

/**
 * Wraps an agent so that each call of its handler and its functions is tracked. Its other fields are unchanged.
 * `charge` charges virtual time for an answer that took real time.
 */
export function trackAgent<SessionData extends object>(
  agent: Agent<SessionData>,
  tracker: CallTracker,
  charge: Charge = () => undefined,
): Agent<SessionData> {
  const handler: Agent<SessionData>['llm_response_handler'] = (input) => {
    const call = withCharge(tracker.track('llm_response_handler', input.signal), charge);
    return trackStream(call, () => agent.llm_response_handler(withoutCaller(input)));
  };
  const trackFunctions = (): Agent<SessionData>['functions'] =>
    Object.fromEntries(
      Object.entries(agent.functions ?? {}).map(([name, known]) => [name, trackFunction(known, name, tracker, charge)]),
    );
  return Object.create(agent, {
    llm_response_handler: { value: handler },
    functions: { get: trackFunctions },
    ...nameEventHandlers(agent),
  }) as Agent<SessionData>;
}

function trackFunction<SessionData>(
  known: AgentFunction<SessionData>,
  name: string,
  tracker: CallTracker,
  charge: Charge,
): AgentFunction<SessionData> {
  const execute: AgentFunction<SessionData>['execute'] = (args, context) => {
    const call = withCharge(tracker.track(name, context.signal), charge);
    const { acknowledge, progress } = context;
    const given: typeof context = {
      ...withoutCaller(context),
      acknowledge: (text) => runAs(undefined, () => acknowledge(text)),
      progress: (text, options) => runAs(undefined, () => progress(text, options)),
    };
    const returned = runAs(call, () => known.execute(args, given));
    return isObservable(returned) ? trackObservable(call, returned) : trackPromise(call, returned);
  };
  return { ...known, execute };
}

/** Runs event handlers under their names, for the watch on timers. */
function nameEventHandlers<SessionData extends object>(agent: Agent<SessionData>): PropertyDescriptorMap {
  const handlers = EVENT_NAMES.filter((name) => typeof agent[name] === 'function');
  return Object.fromEntries(
    handlers.map((name) => {
      const handle = agent[name] as (input: unknown) => unknown;
      return [name, { value: (input: unknown) => runAs(createCaller(name), () => handle.call(agent, input)) }];
    }),
  );
}

/** Runs calls to the session without a caller, because they are not the agent's own code. */
function withoutCaller<Input extends { readonly session: SessionControl }>(input: Input): Input {
  const { session } = input;
  const control: SessionControl = {
    id: session.id,
    say: (text) => runAs(undefined, () => session.say(text)),
    interrupt: () => runAs(undefined, () => session.interrupt()),
    respond: (request) => runAs(undefined, () => session.respond(request)),
    addMessages: (messages) => runAs(undefined, () => session.addMessages(messages)),
    cancel: (id) => runAs(undefined, () => session.cancel(id)),
    update: (changes) => runAs(undefined, () => session.update(changes)),
    end: (options) => runAs(undefined, () => session.end(options)),
    sendDigits: (digits) => runAs(undefined, () => session.sendDigits(digits)),
    transfer: (target, options) => runAs(undefined, () => session.transfer(target, options)),
    hangUp: (options) => runAs(undefined, () => session.hangUp(options)),
  };
  return { ...input, session: control };
}
