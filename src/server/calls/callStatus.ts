import { AntiphonError } from '../../core/errors.ts';
import type { CallState } from '../../core/protocol.ts';
import type { SessionEndReason } from '../../session/floor/types.ts';

/** Where a call stands: `created -> connecting -> active -> ending -> ended`. */
export type CallStatus =
  | { readonly state: Exclude<CallState, 'ending' | 'ended'> }
  | { readonly state: 'ending' | 'ended'; readonly reason: SessionEndReason };

/** What can happen to a call. */
export type CallEvent =
  /** Its token was taken: the client's socket is about to open. */
  | { readonly kind: 'admit' }
  /** The socket is open. */
  | { readonly kind: 'join' }
  /** The session was asked to end. */
  | { readonly kind: 'close'; readonly reason: SessionEndReason }
  /** It has ended. */
  | { readonly kind: 'end'; readonly reason: SessionEndReason };

export const CREATED: CallStatus = { state: 'created' };

/**
 * The status after a step. A call may end in any state; the first reason for closing it stands, and a socket that opens
 * while it ends changes nothing.
 *
 * @throws AntiphonError `internal` where a step cannot happen: admission of a second client, say
 */
export function nextStatus(status: CallStatus, step: CallEvent): CallStatus {
  const { state } = status;
  const closing = state === 'ending' || state === 'ended';
  if (step.kind === 'admit' && state === 'created') return { state: 'connecting' };
  if (step.kind === 'join' && state === 'connecting') return { state: 'active' };
  if (step.kind === 'join' && closing) return status;
  if (step.kind === 'close') return closing ? status : { state: 'ending', reason: step.reason };
  if (step.kind === 'end' && state !== 'ended') return { state: 'ended', reason: step.reason };
  throw new AntiphonError('internal', `a call that is ${state} cannot ${step.kind}`);
}
