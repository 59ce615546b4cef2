import type { Checkpoints, FollowedSession, FoundSession } from './checkpoints.ts';
import type { SessionOrigin } from './storedSession.ts';
import { messagesOf } from '../../session/checkpoints/resume.ts';
import type { TakenOver } from '../media/connectionState.ts';

/** The times of a call. */
export interface CallTimes {
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** Time until the call expires, in ms. */
  readonly leftMs: number;
}

/** Returns the times of a call that starts now or was taken over. `maxDuration` is in seconds. */
export function timesOf(maxDuration: number, found: FoundSession | undefined, now: Date = new Date()): CallTimes {
  const createdAt = found === undefined ? now : new Date(found.created_at);
  const expiresAt = new Date(createdAt.getTime() + maxDuration * 1000);
  return { createdAt, expiresAt, leftMs: expiresAt.getTime() - now.getTime() };
}

/** Describes how much of a taken-over session its client has received. */
export function describeTaken(
  { epoch, progress, checkpoint, created_at }: FoundSession,
  now: Date = new Date(),
): TakenOver {
  return { ...progress, epoch, messages: messagesOf(checkpoint), elapsedMs: now.getTime() - Date.parse(created_at) };
}

/** A running session, and the connection of its client. */
export interface KeptCall extends Pick<FollowedSession, 'session'> {
  readonly connection: Pick<FollowedSession, 'progress'>;
}

export interface KeepOptions extends Pick<SessionOrigin, 'owner' | 'protocol' | 'audio' | 'custom_data'> {
  readonly times: CallTimes;
  readonly epoch: number;
}

/** Keeps the session of a call for other servers. */
export function keepCall(
  checkpoints: Pick<Checkpoints, 'follow'> | undefined,
  { session, connection: { progress } }: KeptCall,
  { times: { createdAt, expiresAt }, epoch, ...described }: KeepOptions,
): void {
  const origin = { ...described, created_at: createdAt.toISOString(), expires_at: expiresAt.toISOString() };
  checkpoints?.follow({ session, origin, progress, epoch });
}
