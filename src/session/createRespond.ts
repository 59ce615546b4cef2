import { switchMap, take } from 'rxjs';
import type { LlmTurnOptions } from '../../operators/llmTurn.ts';
import { AntiphonError } from '../core/errors.ts';
import type { Tool } from '../core/message.ts';
import { fromHandler } from '../stream/fromHandler.ts';
import type { SessionControl } from './agent.ts';
import { createChatMessages } from './createChatMessages.ts';
import { fromContained } from './fromContained.ts';
import type { AnsweringAgent } from './recording.ts';
import type { StageContext } from './stages.ts';

export interface RespondOptions<SessionData extends object> {
  readonly agent: AnsweringAgent<SessionData>;
  readonly sessionData: SessionData;
  readonly control: SessionControl;
}

/** Creates the function that calls `llm_response_handler` for a round, with the history at that instant. */
export function createRespond<SessionData extends object>(
  { agent, sessionData, control }: RespondOptions<SessionData>,
  { history, report, scheduler }: StageContext,
): LlmTurnOptions['respond'] {
  const onUncaught = (cause: unknown): void =>
    report(new AntiphonError('handler_failed', 'llm_response_handler failed outside of its stream', { cause }));
  return ({ turn, last }) =>
    history.pipe(
      take(1),
      switchMap((entries) => {
        const call = (signal: AbortSignal) =>
          agent.llm_response_handler({
            messages: createChatMessages(entries, turn.turn),
            session_data: sessionData,
            signal,
            tools: last ? undefined : listTools(agent),
            session: control,
          });
        return fromContained(onUncaught, fromHandler(call, { report, scheduler }));
      }),
    );
}

function listTools<SessionData extends object>({ functions = {} }: AnsweringAgent<SessionData>): Tool[] | undefined {
  const tools = Object.entries(functions).map(
    ([name, { description, json_schema: parameters }]): Tool => ({
      type: 'function',
      function: { name, description, parameters },
    }),
  );
  return tools.length === 0 ? undefined : tools;
}
