import type { Observable } from 'rxjs';
import type { RepliesOptions } from '../../operators/llmTurn/replies.ts';
import { AntiphonError } from '../core/errors.ts';
import type { Tool } from '../core/message.ts';
import { fromHandler } from '../stream/fromHandler.ts';
import type { SessionControl } from './agent.ts';
import { createChatMessages } from './createChatMessages.ts';
import { fromContained } from './fromContained.ts';
import type { HistoryEntry } from './history.ts';
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
): RepliesOptions['chunks'] {
  const onUncaught = (cause: unknown): void =>
    report(new AntiphonError('handler_failed', 'llm_response_handler failed outside of its stream', { cause }));
  return ({ turn, last }) => {
    const called = fromHandler(
      (request) =>
        agent.llm_response_handler({
          messages: createChatMessages(valueOf(history), turn.turn),
          session_data: sessionData,
          get signal() {
            return request.signal;
          },
          tools: last ? undefined : listTools(agent),
          session: control,
        }),
      { report, scheduler },
    );
    return fromContained(onUncaught, called);
  };
}

/** Returns the value that `current` emits on subscribing. */
function valueOf(current: Observable<readonly HistoryEntry[]>): readonly HistoryEntry[] {
  let value: readonly HistoryEntry[] = [];
  current.subscribe((latest) => (value = latest)).unsubscribe();
  return value;
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
