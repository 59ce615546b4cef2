import type { SessionControl } from '../../../session/agent.ts';
import type { SessionRequest } from '../../../session/recording.ts';

/** Does what was asked of the session in the recording. */
export function applyRequest(session: SessionControl, asked: SessionRequest): void {
  switch (asked.kind) {
    case 'start':
      return;
    case 'say':
      return session.say(asked.text);
    case 'interrupt':
      return session.interrupt();
    case 'end':
      return session.end({ after: asked.after });
  }
}
