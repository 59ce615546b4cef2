import type { SessionControl } from '../session/agent.ts';
import type { Session } from '../session/session.ts';
import type { SessionRequest } from '../session/recording.ts';

/** Applies a recorded request of the session's owner or its server. */
export function applyOwnerRequest(session: Session<object>, request: SessionRequest): void {
  if (request.kind === 'start') session.start();
  else if (request.kind === 'end' && isClose(request)) session.close(request.reason);
  else applyRequest(session, request);
}

/** Returns whether the session was closed: an agent only ends it. */
function isClose({ reason, after }: Extract<SessionRequest, { kind: 'end' }>): boolean {
  return reason !== 'agent_ended' || after === 'words';
}

export function applyRequest(session: SessionControl, request: SessionRequest): void {
  switch (request.kind) {
    case 'start':
      return;
    case 'say':
      return session.say(request.text);
    case 'update':
      // Voice and functions are those of the replay.
      return request.instructions === undefined ? undefined : session.update({ instructions: request.instructions });
    case 'interrupt':
      return session.interrupt();
    case 'end':
      return session.end({ after: request.after === 'speech' ? 'speech' : 'now' });
  }
}
