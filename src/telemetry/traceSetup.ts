import type { Context } from '@opentelemetry/api';
import { AntiphonError } from '../core/errors.ts';
import { untracedSetup, type SetUpSession, type SetupTrace, type TelemetryDriver } from '../session/telemetry.ts';
import { errorTypeOf } from './errorType.ts';
import { beginRoot, endRoot } from './root.ts';
import type { OpenSpan } from './spans.ts';
import { createFailureReport, traceSession } from './traceSession.ts';
import type { Tracing } from './tracing.ts';

export interface SetupOptions {
  readonly parent: Context;
  /** Traces the session if no SDK is registered yet. */
  readonly untraced: TelemetryDriver;
}

/**
 * Traces the configuration of a session. The session's span begins here, and that of `configure_session` is its first
 * child.
 */
export function traceSetup(tracing: Tracing, session: SetUpSession, { parent, untraced }: SetupOptions): SetupTrace {
  const { context, isSpanContextValid, trace } = tracing.api;
  const failed = createFailureReport(session.report);
  const root = beginRoot(tracing, session, { parent, failed });
  const known = trace.getSpanContext(root.context);
  if (known === undefined || !isSpanContextValid(known)) return untracedSetup(untraced);
  const now = (): number => session.scheduler.now();
  const call = beginConfigure(root, now());
  const telemetry: TelemetryDriver = {
    ...untraced,
    begin: (traced) => traceSession(tracing, traced, { parent, root, failed }),
  };
  return {
    telemetry,
    configure: (configure) => context.with((call ?? root).context, configure),
    configured: () => {
      call?.set({ 'antiphon.end_reason': 'returned' });
      call?.end(now());
    },
    abandon: (why) => {
      if (call?.isOpen === true) describeEnd(call, why);
      endRoot(root, why, now());
    },
  };
}

/** Begins the span of `configure_session`, unless the session is not sampled. */
function beginConfigure(root: OpenSpan, atMs: number): OpenSpan | undefined {
  return root.isRecording ? root.begin('configure_session', { atMs, attributes: {} }) : undefined;
}

function describeEnd(call: OpenSpan, why: Parameters<SetupTrace['abandon']>[0]): void {
  if (!(why instanceof AntiphonError)) return call.set({ 'antiphon.end_reason': 'cancelled' });
  const { code, cause } = why;
  call.set({ 'antiphon.end_reason': code === 'config_timeout' ? 'timeout' : 'failed' });
  call.fail(cause === undefined ? code : errorTypeOf(cause));
}
