import { Problem, type ProblemCode } from '../problems/problem.ts';
import type { LiveCall } from './call.ts';
import type { CallStatus } from '../life/callStatus.ts';

/** The problem for a client that cannot join, by state. */
const REFUSALS: Readonly<Record<CallStatus['state'], ProblemCode | undefined>> = {
  created: undefined,
  disconnected: undefined,
  connecting: 'session_already_connected',
  active: 'session_already_connected',
  ending: 'session_ended',
  ended: 'session_ended',
};

/**
 * Returns a call whose session a client can join now. Tokens are issued and accepted only for such sessions.
 *
 * @throws Problem `session_ended`, also if there is no call, or `session_already_connected`
 */
export function requireJoinable(found: LiveCall | undefined): LiveCall {
  const call = requireLive(found);
  const refusal = REFUSALS[call.status.state];
  if (refusal !== undefined) throw new Problem(refusal);
  return call;
}

/** Returns a call that has not ended. @throws Problem `session_ended` */
export function requireLive(call: LiveCall | undefined): LiveCall {
  if (call === undefined) throw new Problem('session_ended');
  return call;
}
