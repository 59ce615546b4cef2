import type { FastifyBaseLogger } from 'fastify';
import type { Session } from '../../session/session.ts';
import { AntiphonError } from '../../core/errors.ts';

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

/** Options for the log of a server. */
export interface LogOptions {
  /** True to log what users and agents say, with secrets masked. @default false */
  readonly log_transcripts?: boolean | undefined;
}

/** Fills in the defaults. @throws AntiphonError `usage_invalid` for anything but true or false */
export function createLogOptions({ log_transcripts: transcripts = false }: LogOptions): {
  readonly transcripts: boolean;
} {
  if (typeof transcripts === 'boolean') return { transcripts };
  const message = `log_transcripts: expected true or false, got ${String(transcripts)}`;
  throw new AntiphonError('usage_invalid', message, { path: 'log_transcripts' });
}
