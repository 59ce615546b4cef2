import type { Context } from '@opentelemetry/api';
import { asapScheduler } from 'rxjs';
import { AntiphonError } from '../core/errors.ts';
import type { SessionTrace, TracedSession } from '../session/telemetry.ts';
import { followSession } from './followSession.ts';
import { beginTree, createUnsampledRound, type SpanTree } from './spanTree.ts';
import type { Tracing } from './tracing.ts';
import { wrapAgent } from './wrapAgent.ts';

/**
 * Traces a session below the span of `parent`. Without an SDK nothing is followed. A session that is not sampled only hands its
 * context on to the agent's code.
 */
export function traceSession<SessionData extends object>(
  tracing: Tracing,
  session: TracedSession<SessionData>,
  parent: Context,
): SessionTrace<SessionData> {
  const { context, isSpanContextValid, trace } = tracing.api;
  let tree: SpanTree | undefined;
  const fail = once((cause: unknown) => {
    const error = new AntiphonError('telemetry_failed', 'the trace may have gaps', { failure: false, cause });
    // Deferred: this may be within the report of another error.
    asapScheduler.schedule(() => session.report(error));
  });
  const guarded = <T>(work: () => T): T | undefined => {
    try {
      return work();
    } catch (cause) {
      fail(cause);
      return undefined;
    }
  };
  /** Calls `work` with the tree of a session that runs. */
  const grow = <T>(work: (grown: SpanTree) => T): T | undefined =>
    guarded(() => (tree?.session.isOpen === true ? work(tree) : undefined));
  return {
    agent: wrapAgent(session, context, {
      isTraced: () => tree?.session.isOpen === true,
      beginRound: () =>
        grow(({ session: span, rounds }) => (span.isRecording ? rounds.begin() : createUnsampledRound(span))),
      beginCall: (id, name) =>
        grow(({ session: span, calls }) => (span.isRecording ? calls.begin(id, name) : calls.pass(span.context))),
    }),
    observe: (output) => {
      guarded(() => {
        const begun = beginTree(tracing, session, { parent, failed: fail });
        const known = trace.getSpanContext(begun.session.context);
        if (known === undefined || !isSpanContextValid(known)) return;
        tree = begun;
        if (!begun.session.isRecording) return;
        const now = (): number => session.scheduler.now();
        followSession(begun, output, { guarded: grow, now });
      });
    },
  };
}

function once<T>(act: (value: T) => void): (value: T) => void {
  let isDone = false;
  return (value) => {
    if (!isDone) act(value);
    isDone = true;
  };
}
