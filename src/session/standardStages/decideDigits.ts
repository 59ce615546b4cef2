import type { Observable } from 'rxjs';
import { askAgent } from '../agentCode/askAgent.ts';
import type { RespondOptions } from './createRespond.ts';
import type { StageContext } from '../stages.ts';

/** Emits the user's words that the keys stand for, using the agent's `on_digits`; without it, the keys themselves. */
export function decideDigits<SessionData extends object>(
  digits: string,
  { agent, sessionData: session_data, control: session, contain }: RespondOptions<SessionData>,
  context: Pick<StageContext, 'report' | 'scheduler'>,
): Observable<string> {
  const call = (request: { readonly signal: AbortSignal }): unknown => {
    if ((agent.on_digits ?? undefined) === undefined) return digits;
    const input = {
      digits,
      session_data,
      get signal() {
        return request.signal;
      },
      session,
    };
    return agent.on_digits?.(input);
  };
  return askAgent({ name: 'on_digits', code: 'digits_failed', call, contain }, context);
}
