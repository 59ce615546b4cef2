import type { FastifyBaseLogger } from 'fastify';
import type { Session } from '../../session/session.ts';

export interface LogSessionOptions {
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'debug'>;
  /** Masks secrets in a text. */
  readonly mask: (text: string) => string;
  /** Whether to log what users and agents say. */
  readonly transcripts: boolean;
}

/** Logs the failures and diagnostics of a session and, if requested, what users and agents say. */
export function logSession(
  { id, errors$, events$ }: Pick<Session, 'id' | 'errors$' | 'events$'>,
  { log, mask, transcripts }: LogSessionOptions,
): void {
  errors$.subscribe(({ code, message, details }) => {
    // The session continues without a recording. Without a warning, nobody would notice until the recording is needed.
    const level = details.failure === false && code !== 'recording_failed' ? 'debug' : 'warn';
    log[level]({ session_id: id, code }, mask(message));
  });
  if (!transcripts) return;
  events$.subscribe(({ name, input }) => {
    if (name !== 'on_user_message_added' && name !== 'on_agent_message_added') return;
    const { role, content } = input.message;
    log.info({ session_id: id, role, text: mask(content) }, 'a message');
  });
}
