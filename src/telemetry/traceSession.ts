import type { Context } from '@opentelemetry/api';
import { asapScheduler } from 'rxjs';
import type { SessionTrace, TracedSession } from '../session/telemetry.ts';
import { followSession } from './followSession.ts';
import { createUntracedCall } from './functionCalls.ts';
import { beginRoot } from './root.ts';
import { createTree, createUnsampledRound, type SpanTree } from './spanTree.ts';
import type { OpenSpan } from './spans.ts';
import type { Tracing } from './tracing.ts';
import { wrapAgent } from './wrapAgent.ts';
import { AntiphonError } from '../core/errors.ts';

export interface TraceOptions {
  readonly parent: Context;
  /** The span of the session, if it has already begun. @default begins when the session starts, below `parent` */
  readonly root?: OpenSpan | undefined;
  /** Receives errors thrown by an SDK or `redact`. @default reports the first one */
  readonly failed?: ((cause: unknown) => void) | undefined;
}

/**
 * Traces a session. Follows nothing without an SDK. For a session that is not sampled, only passes its context on to
 * the agent's code.
 */
export function traceSession<SessionData extends object>(
  tracing: Tracing,
  session: TracedSession<SessionData>,
  { parent, root, failed: fail = createFailureReport(session.report) }: TraceOptions,
): SessionTrace<SessionData> {
  const { context, isSpanContextValid, trace } = tracing.api;
  let tree: SpanTree | undefined;
  const guarded = <T>(work: () => T): T | undefined => {
    try {
      return work();
    } catch (cause) {
      fail(cause);
      return undefined;
    }
  };
  /** Calls `work` with the tree of a running session. */
  const grow = <T>(work: (grown: SpanTree) => T): T | undefined =>
    guarded(() => (tree?.session.isOpen === true ? work(tree) : undefined));
  return {
    agent: wrapAgent(session, context, {
      isTraced: () => tree?.session.isOpen === true,
      beginRound: (isSpeculative) =>
        grow(({ session: span, rounds }) =>
          span.isRecording ? rounds.begin(isSpeculative) : createUnsampledRound(span),
        ),
      beginCall: (id, name) =>
        grow(({ session: span, calls }) =>
          span.isRecording ? calls.begin(id, name) : createUntracedCall(span.context),
        ),
    }),
    observe: (output) => {
      guarded(() => {
        const now = (): number => session.scheduler.now();
        const begun = root ?? beginRoot(tracing, session, { parent, failed: fail });
        const known = trace.getSpanContext(begun.context);
        if (known === undefined || !isSpanContextValid(known)) return;
        tree = createTree(tracing, session, { root: begun, failed: fail });
        if (!begun.isRecording) return;
        root?.event('started', {}, now());
        followSession(tree, output, { guarded: grow, now });
      });
    },
  };
}

/** Creates a function that reports an error thrown by an SDK or `redact`, once. */
export function createFailureReport(report: (error: AntiphonError) => void): (cause: unknown) => void {
  let isReported = false;
  return (cause) => {
    if (isReported) return;
    isReported = true;
    const error = new AntiphonError('telemetry_failed', 'the trace may have gaps', { failure: false, cause });
    // Deferred, because this may run while another error is being reported.
    asapScheduler.schedule(() => report(error));
  };
}
