import type { Context } from '@opentelemetry/api';
import { AntiphonError } from '../core/errors.ts';
import type { SessionEndReason } from '../session/floor/types.ts';
import type { SetUpSession, SetupTrace } from '../session/telemetry.ts';
import { createDateOf, beginSpan, type OpenSpan } from './spans.ts';
import type { Tracing } from './tracing.ts';

export interface RootOptions {
  readonly parent: Context;
  /** Receives errors thrown by an SDK. */
  readonly failed: (cause: unknown) => void;
}

/** Begins a session's span now. */
export function beginRoot(
  { api, tracer, now, agent_name: agentName }: Tracing,
  { id, scheduler }: Pick<SetUpSession, 'id' | 'scheduler'>,
  { parent, failed }: RootOptions,
): OpenSpan {
  const startMs = scheduler.now();
  return beginSpan({ api, tracer, dateOf: createDateOf(now(), startMs), failed }, parent, 'session', {
    atMs: startMs,
    attributes: {
      'gen_ai.conversation.id': id,
      ...(agentName === undefined ? {} : { 'gen_ai.agent.name': agentName }),
    },
  });
}

/** End reasons that count as an error. */
const FAILED: ReadonlySet<SessionEndReason | 'cancelled'> = new Set([
  'handler_failed',
  'provider_failed',
  'slow_consumer',
  'internal',
]);

/** Ends a session's span with the end reason or with the error that prevented its start. */
export function endRoot(root: OpenSpan, why: Parameters<SetupTrace['abandon']>[0], nowMs: number): void {
  const isError = why instanceof AntiphonError;
  const reason = isError ? why.code : why;
  root.set({ 'antiphon.end_reason': reason });
  if (isError || FAILED.has(why)) root.fail(reason);
  root.end(nowMs);
}
