import type { FastifyInstance } from 'fastify';
import type { Observable, SchedulerLike } from 'rxjs';
import { monotonicScheduler } from '../../time/monotonicScheduler.ts';
import type { Session } from '../../session/session.ts';
import { createCallLog, type LoggedCall } from '../logs/callLog.ts';
import { createLogOptions, type LogOptions, logSession } from '../logs/logSession.ts';
import type { MeasuredCall } from '../metrics/callTotals.ts';
import { createRecordingHealth, type RecordingHealth } from './recordingHealth.ts';
import { createServerMetrics, type ServerMetrics, type ServerMetricsOptions } from '../metrics/serverMetrics.ts';

/** Reports the calls of a server to its log and metrics, without changing the calls. */
export interface CallObserver {
  readonly metrics: ServerMetrics;
  readonly recordings: RecordingHealth;
  /** Follows a call from its start to its end. */
  follow(call: LoggedCall & MeasuredCall): void;
  /** Follows a session until it ends. `mask` replaces its secrets in log entries. */
  watch(session: Session, mask: (text: string) => string): void;
  /**
   * Follows the client of a session. `presence` emits whether the client is connected, and completes when the client is
   * gone.
   */
  followClient(id: string, presence: Observable<boolean>): void;
}

export interface ObserverOptions extends LogOptions, ServerMetricsOptions {
  /** The scheduler. @default real, monotonic time */
  readonly scheduler?: SchedulerLike | undefined;
}

/**
 * Creates the observer of a server. Its metrics end with the app.
 *
 * @throws AntiphonError `usage_invalid` for an invalid option
 */
export function createObserver(app: FastifyInstance, options: ObserverOptions): CallObserver {
  const { log_transcripts, scheduler = monotonicScheduler, ...sources } = options;
  const { transcripts } = createLogOptions({ log_transcripts });
  const { log } = app;
  const metrics = createServerMetrics(sources);
  app.addHook('onClose', async () => metrics.stop());
  const recordings = createRecordingHealth();
  const callLog = createCallLog({ log, scheduler });
  return {
    metrics,
    recordings,
    follow: (call) => {
      metrics.follow(call);
      callLog.follow(call);
    },
    watch: (session, mask) => {
      metrics.watch(session);
      recordings.watch(session);
      logSession(session, { log, mask, transcripts });
    },
    followClient: callLog.followClient,
  };
}
