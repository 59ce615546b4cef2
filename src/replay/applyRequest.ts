import type { SessionControl } from '../session/agent.ts';
import type { Session } from '../session/session.ts';
import type { SessionRequest } from '../session/recording.ts';

/** Applies a recorded request of the session's owner or its server. */
export function applyOwnerRequest(session: Session<object>, request: SessionRequest): void {
  if (request.kind === 'start') session.start();
  else if (request.kind === 'end' && request.reason !== 'agent_ended') session.close(request.reason);
  else applyRequest(session, request);
}

export function applyRequest(session: SessionControl, request: SessionRequest): void {
  switch (request.kind) {
    case 'start':
      return;
    case 'say':
      return session.say(request.text);
    case 'interrupt':
      return session.interrupt();
    case 'end':
      return session.end({ after: request.after });
  }
}
