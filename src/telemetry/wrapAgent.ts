import type { ContextAPI } from '@opentelemetry/api';
import { defer, tap } from 'rxjs';
import type { AgentFunction } from '../session/sessionControl.ts';
import { fromReturned } from '../session/agentCode/functions/fromReturned.ts';
import type { AnsweringAgent } from '../session/recording.ts';
import type { TracedSession } from '../session/telemetry.ts';
import { createTeardownError, fromHandler } from '../stream/fromHandler.ts';
import type { OpenCall } from './functionCalls.ts';
import type { OpenRound } from './rounds.ts';
import { fromContext } from './fromContext.ts';

/** The spans of the agent's code. Undefined if there is no trace. */
export interface AgentSpans {
  /** Returns whether the session is traced. */
  isTraced(): boolean;
  /** Begins the span of a round. `isSpeculative`: its turn is not committed yet. */
  beginRound(isSpeculative: boolean): OpenRound | undefined;
  beginCall(id: string, name: string): OpenCall | undefined;
}

/**
 * Runs an agent's handler and functions within the contexts of their spans. Reads the agent's fields only when they are
 * used.
 */
export function wrapAgent<SessionData extends object>(
  { agent, scheduler, report }: Pick<TracedSession<SessionData>, 'agent' | 'scheduler' | 'report'>,
  context: ContextAPI,
  spans: AgentSpans,
): AnsweringAgent<SessionData> {
  const wrapFunction = (name: string, known: AgentFunction<SessionData>): AgentFunction<SessionData> => ({
    ...known,
    execute: (args, given) => {
      const call = spans.beginCall(given.tool_call_id, name);
      if (call === undefined) return known.execute(args, given);
      const failed = (cause: unknown): void => report(createTeardownError(cause, `"${name}"`));
      const executed = defer(() => fromReturned(known.execute(args, given), failed));
      return fromContext(context, call.context, executed).pipe(tap({ complete: call.returned, error: call.threw }));
    },
  });
  return {
    llm_response_handler: (input) => {
      const round = spans.beginRound(input.speculative === true);
      if (round === undefined) return agent.llm_response_handler(input);
      const chunks = fromHandler(() => agent.llm_response_handler(input), { report, scheduler });
      return fromContext(context, round.context, chunks).pipe(
        tap({ next: round.add, complete: round.complete, error: round.fail, unsubscribe: round.cancel }),
      );
    },
    get filler() {
      return agent.filler;
    },
    get on_digits() {
      return agent.on_digits?.bind(agent);
    },
    get on_user_away() {
      return agent.on_user_away?.bind(agent);
    },
    get functions() {
      if (!spans.isTraced()) return agent.functions;
      const entries = Object.entries(agent.functions ?? {});
      return Object.fromEntries(entries.map(([name, known]) => [name, wrapFunction(name, known)]));
    },
  };
}
