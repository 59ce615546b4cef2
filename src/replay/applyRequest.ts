import type { SessionControl, SessionUpdate } from '../session/sessionControl.ts';
import type { Session } from '../session/session.ts';
import type { SessionRequest } from '../session/recording.ts';
import type { WrittenUpdate } from '../session/sessionUpdate.ts';

type ReadUpdate = (update: WrittenUpdate) => SessionUpdate;

/** Applies a recorded request of the session's owner or of its server. */
export function applyOwnerRequest(session: Session<object>, request: SessionRequest, readUpdate: ReadUpdate): void {
  if (request.kind === 'start') session.start();
  else if (request.kind === 'end' && isClose(request)) session.close(request.reason);
  else applyRequest(session, request, readUpdate);
}

/** Returns whether the session was closed. An agent can only end it. */
function isClose({ reason, after }: Extract<SessionRequest, { kind: 'end' }>): boolean {
  return reason !== 'agent_ended' || after === 'words';
}

export function applyRequest(session: SessionControl, request: SessionRequest, readUpdate: ReadUpdate): void {
  switch (request.kind) {
    case 'start':
      return;
    case 'say':
      return session.say(request.text);
    case 'update':
      return session.update(readUpdate(request));
    case 'interrupt':
      return session.interrupt();
    case 'respond':
      return session.respond(request.request);
    case 'add_messages':
      return session.addMessages(request.messages);
    case 'cancel':
      return session.cancel(request.tool_call_id);
    case 'end':
      return session.end({ after: request.after === 'speech' ? 'speech' : 'now' });
  }
}
