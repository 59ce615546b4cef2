import { AntiphonError } from '../../core/errors.ts';
import type { CallState } from '../../core/sessionRequests.ts';
import type { SessionEndReason } from '../../session/floor/types.ts';

/** The phase of a call: `created -> connecting -> active <-> disconnected -> ending -> ended`. */
export type CallStatus =
  | { readonly state: Exclude<CallState, 'ending' | 'ended'> }
  | { readonly state: 'ending' | 'ended'; readonly reason: SessionEndReason };

/** An event that changes the status of a call. */
export type CallEvent =
  /** The client's token was accepted; its socket is about to open. */
  | { readonly kind: 'admit' }
  /** The socket is open, or the client has resumed the session. */
  | { readonly kind: 'join' }
  /** The socket is lost; the session waits for its client. */
  | { readonly kind: 'lose' }
  /** The end of the session was requested. */
  | { readonly kind: 'close'; readonly reason: SessionEndReason }
  /** The session has ended. */
  | { readonly kind: 'end'; readonly reason: SessionEndReason };

export const CREATED: CallStatus = { state: 'created' };
/** The status of a session that was taken over from another node. */
export const TAKEN_OVER: CallStatus = { state: 'disconnected' };

/**
 * Returns the status after an event. A call may end in any state, and keeps the first reason for closing it. A socket
 * that opens or is lost while the call is ending changes nothing.
 *
 * @throws AntiphonError `internal` for an impossible event, such as the admission of a second client
 */
export function nextStatus(status: CallStatus, event: CallEvent): CallStatus {
  const { state } = status;
  const closing = state === 'ending' || state === 'ended';
  if (event.kind === 'close') return closing ? status : { state: 'ending', reason: event.reason };
  if (event.kind === 'end' && state !== 'ended') return { state: 'ended', reason: event.reason };
  if (event.kind !== 'end') {
    const next = NEXT[event.kind][state];
    if (next !== undefined) return { state: next };
    if (closing && event.kind !== 'admit') return status;
  }
  throw new AntiphonError('internal', `a call that is ${state} cannot ${event.kind}`);
}

type OpenState = Exclude<CallState, 'ending' | 'ended'>;

/** The next state for each client event. */
const NEXT: Readonly<Record<'admit' | 'join' | 'lose', Partial<Record<CallState, OpenState>>>> = {
  admit: { created: 'connecting' },
  join: { connecting: 'active', disconnected: 'active' },
  lose: { active: 'disconnected' },
};
