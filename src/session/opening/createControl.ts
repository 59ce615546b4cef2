import { AntiphonError } from '../../core/errors.ts';
import { LIMITS } from '../../core/limits.ts';
import type { SessionControl } from '../sessionControl.ts';
import type { Graph } from '../graph/graph.ts';
import type { EndAfter, SessionEndReason } from '../floor/types.ts';
import type { LineControl } from './lineControl.ts';
import type { SessionRequest } from '../recording.ts';
import { writeUpdate, type UpdateEvent } from '../sessionUpdate.ts';
import { parseAddedMessages, parseReplyRequest } from './parseReplyRequest.ts';

/** A request to a session that has started. */
export type ControlRequest = Exclude<SessionRequest, { readonly kind: 'start' | 'update' }> | UpdateEvent;

/** The requests to a session, from its creation on. */
export interface Requests {
  send(request: ControlRequest): void;
  /** Handles the requests so far, and all later ones. */
  handleWith(handle: (request: ControlRequest) => void): void;
}

/** Creates the requests to a session. Until they are handled, they wait. */
export function createRequests(): Requests {
  const waiting: ControlRequest[] = [];
  let handle = (request: ControlRequest): void => void waiting.push(request);
  return {
    send: (request) => handle(request),
    handleWith: (handler) => {
      handle = handler;
      waiting.splice(0).forEach(handler);
    },
  };
}

/** Describes a request for a recording. */
export function writeRequest(request: ControlRequest): SessionRequest {
  return request.kind === 'update' ? writeUpdate(request.change) : request;
}

/** Creates the controls of a session, which send their requests to `send`. */
export function createControl(
  id: string,
  send: (request: ControlRequest) => void,
  report: (error: AntiphonError) => void,
  { update, ...line }: LineControl & Pick<SessionControl, 'update'>,
): SessionControl {
  return {
    id,
    say: (text) => {
      if (typeof text === 'string') send({ kind: 'say', text: text.slice(0, LIMITS.sayText + 1), first: false });
      else report(new AntiphonError('usage_invalid', 'say(): expected a string'));
    },
    interrupt: () => send({ kind: 'interrupt' }),
    respond: (request) => {
      const parsed = parseReplyRequest(request);
      if ('fault' in parsed) report(parsed.fault);
      else send({ kind: 'respond', ...(parsed.request && { request: parsed.request }) });
    },
    addMessages: (messages) => {
      const parsed = parseAddedMessages(messages);
      if ('fault' in parsed) report(parsed.fault);
      else if (parsed.messages.length > 0) send({ kind: 'add_messages', messages: parsed.messages });
    },
    cancel: (tool_call_id) => {
      if (typeof tool_call_id === 'string') send({ kind: 'cancel', tool_call_id });
      else report(new AntiphonError('usage_invalid', 'cancel(): expected the id of a call'));
    },
    update,
    end: ({ after = 'speech' } = {}) => send({ kind: 'end', after, reason: 'agent_ended' }),
    ...line,
  };
}

/** Reasons that leave no time to wait, or no user to listen to. */
const URGENT: readonly SessionEndReason[] = [
  'transferred',
  'draining',
  'handler_failed',
  'internal',
  'join_timeout',
  'provider_failed',
  'part_failed',
  'slow_consumer',
];

/** Returns what a closed session waits for: the user's last words, or nothing. */
export function endAfter(reason: SessionEndReason): EndAfter {
  return URGENT.includes(reason) ? 'now' : 'words';
}

/**
 * Posts a request to the graph. Reports a text that is too long instead of throwing, because `say` may be called from a
 * timer.
 */
export function postRequest({ post, report }: Pick<Graph, 'post' | 'report'>, request: ControlRequest): void {
  if (request.kind !== 'say' || request.text.length <= LIMITS.sayText) return post(request);
  const message = `say(): expected at most ${LIMITS.sayText} characters, got more`;
  report(new AntiphonError('limit_exceeded', message, { path: 'say' }));
}
