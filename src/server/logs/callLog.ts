import type { FastifyBaseLogger } from 'fastify';
import type { Observable, SchedulerLike } from 'rxjs';
import type { Usage } from '../../core/usage.ts';
import type { CallStatus } from '../life/callStatus.ts';
import { toUsageResource } from '../usage/usageResource.ts';

/** Logs the lifecycle of a call: one line for each event, with `session_id`. */
export interface CallLog {
  /** Logs the start of the session, and later its end. */
  follow(call: LoggedCall): void;
  /** Logs that the client has joined, lost its connection, resumed the session, and left. */
  followClient(id: string, presence: Observable<boolean>): void;
}

/** The properties of a call that are logged. */
export interface LoggedCall {
  readonly id: string;
  /** Name of the caller that started it. */
  readonly owner: string;
  readonly status: CallStatus;
  readonly usage: Usage;
  readonly ended: Promise<void>;
}

export interface CallLogOptions {
  readonly log: Pick<FastifyBaseLogger, 'info'>;
  readonly scheduler: SchedulerLike;
}

export function createCallLog({ log, scheduler }: CallLogOptions): CallLog {
  return {
    follow: (call) => {
      const { id: session_id, owner: caller } = call;
      const startedAt = scheduler.now();
      log.info({ session_id, caller }, 'session started');
      void call.ended.then(() => {
        const reason = 'reason' in call.status ? call.status.reason : undefined;
        const duration_s = Math.round(scheduler.now() - startedAt) / 1000;
        log.info({ session_id, reason, duration_s, usage: toUsageResource(call.usage) }, 'session ended');
      });
    },
    followClient: (session_id, presence) => {
      let hasJoined = false;
      const describe = (isPresent: boolean): string => {
        if (!isPresent) return 'client connection lost';
        return hasJoined ? 'client resumed the session' : 'client joined';
      };
      presence.subscribe({
        next: (isPresent) => {
          log.info({ session_id }, describe(isPresent));
          hasJoined = true;
        },
        complete: () => hasJoined && log.info({ session_id }, 'client left'),
      });
    },
  };
}
