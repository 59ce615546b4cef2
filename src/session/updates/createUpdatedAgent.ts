import type { AnsweringAgent } from '../recording.ts';
import type { SessionUpdates } from './createUpdates.ts';

/** Creates the agent with the functions that replace its own. Its fields may be set at any time. */
export function createUpdatedAgent<SessionData extends object>(
  agent: AnsweringAgent<SessionData>,
  updates: Pick<SessionUpdates, 'functions'>,
): AnsweringAgent<SessionData> {
  return {
    llm_response_handler: (input) => agent.llm_response_handler(input),
    get on_digits() {
      return agent.on_digits?.bind(agent);
    },
    get on_user_away() {
      return agent.on_user_away?.bind(agent);
    },
    get functions() {
      return updates.functions() ?? agent.functions;
    },
  };
}
