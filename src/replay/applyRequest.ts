import type { SessionControl, SessionUpdate } from '../session/agent.ts';
import { isWrittenFunction } from '../session/config/fillerFunction.ts';
import type { Session } from '../session/session.ts';
import type { SessionRequest } from '../session/recording.ts';
import type { WrittenUpdate } from '../session/updates/sessionUpdate.ts';

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
      return session.update(withoutParts(request));
    case 'interrupt':
      return session.interrupt();
    case 'respond':
      return session.respond();
    case 'end':
      return session.end({ after: request.after === 'speech' ? 'speech' : 'now' });
  }
}

/** Returns an update without functions and ports: those are of the replay. */
function withoutParts({ instructions, settings = {}, language }: WrittenUpdate): SessionUpdate {
  const { turn_detection: _, filler, ...others } = settings;
  return {
    ...others,
    ...(filler !== undefined && !isWrittenFunction(filler) && { filler: filler as SessionUpdate['filler'] }),
    ...(instructions !== undefined && { instructions }),
    ...(language !== undefined && { language }),
  };
}
