import type { Observable } from 'rxjs';
import type { RepliesOptions, Round } from '../../../operators/llmTurn/llmTurnOptions.ts';
import { AntiphonError } from '../../core/errors.ts';
import type { ChatCompletionChunk } from '../../core/chunk.ts';
import type { Tool } from '../../core/message.ts';
import type { ReplyRequest } from '../../core/speech.ts';
import { addCancelFunctions } from '../agentCode/functions/cancelFunctions.ts';
import type { LazyAbortController } from '../../stream/abortController.ts';
import type { Current } from '../../stream/operate.ts';
import { fromHandler } from '../../stream/fromHandler.ts';
import type { LLMResponseHandlerInput } from '../agent.ts';
import type { SessionControl } from '../sessionControl.ts';
import {
  ChatMessageCopies,
  createChatMessages,
  LatestRequests,
  type RequestOptions,
} from '../agentCode/createChatMessages.ts';
import { runUncontained, type Contain } from '../containment/containment.ts';
import { createHistory, createMessage, type HistoryEntry } from '../history.ts';
import type { AnsweringAgent } from '../recording.ts';
import type { StageContext } from '../stages.ts';

export interface RespondOptions<SessionData extends object> {
  readonly agent: AnsweringAgent<SessionData>;
  readonly sessionData: SessionData;
  readonly control: SessionControl;
  /** Runs the agent's code. */
  readonly contain: Contain;
  /** Returns the number of handoffs so far. @default none */
  readonly handoffs?: (() => number) | undefined;
}

type HandlerInput<SessionData> = {
  -readonly [Key in keyof LLMResponseHandlerInput<SessionData>]: LLMResponseHandlerInput<SessionData>[Key];
};

type Request = Pick<LazyAbortController, 'signal'>;

/** The input of the next call. */
interface NextInput<SessionData> {
  readonly input: HandlerInput<SessionData>;
  /** The call whose signal the input has. */
  request: Request | undefined;
}

/** The calls of `llm_response_handler`. */
export interface Respond {
  /** Calls the handler for a round on subscription, with the latest history. */
  readonly chunks: RepliesOptions['chunks'];
  /** Returns the agent, the history and the tools of a round, as text. */
  readonly requestKey: (round: Round) => string;
  /**
   * Receives each history, including the first, and copies it for the next call of the handler before the user waits
   * for that.
   */
  readonly follow: (history: readonly HistoryEntry[]) => void;
}

export function createRespond<SessionData extends object>(
  { agent, sessionData, control, contain, handoffs = () => 0 }: RespondOptions<SessionData>,
  { report, scheduler }: Pick<StageContext, 'report' | 'scheduler'>,
): Respond {
  const onUncaught = (cause: unknown): void =>
    report(new AntiphonError('handler_failed', 'llm_response_handler failed outside of its stream', { cause }));
  const copies = new ChatMessageCopies();
  const requests = new LatestRequests();
  let history: readonly HistoryEntry[] = [];
  let next: NextInput<SessionData> | null = createNextInput(sessionData, control);
  const follow = (latest: readonly HistoryEntry[]): void => {
    history = latest;
    if (copies.prepare(latest)) next ??= createNextInput(sessionData, control);
  };
  const entriesOf = ({ turn, speculative }: Round): readonly HistoryEntry[] =>
    speculative ? [...history, ...createHistory([createMessage('user', turn.text.trim())])] : history;
  const optionsOf = ({ turn }: Round): RequestOptions => ({ requests, isHandedOver: turn.handedOver });
  const toolsOf = ({ last }: Round): Tool[] | undefined => (last ? undefined : listTools(agent));
  const createInput = (round: Round, request: Request): HandlerInput<SessionData> => {
    const called = next ?? createNextInput(sessionData, control);
    next = null;
    called.request = request;
    const { input } = called;
    input.messages = copies.take(entriesOf(round), round.turn.turn, optionsOf(round));
    input.tools = toolsOf(round);
    if (round.speculative) input.speculative = true;
    else requests.add(round.turn.turn, history);
    if (round.turn.request !== undefined) addRequest(input, round, round.turn.request);
    return input;
  };
  const contained = { contain: (work: () => void) => contain(onUncaught, work), uncontain: runUncontained };
  const options = { report, scheduler, ...contained };
  const chunks = (round: Round): Observable<ChatCompletionChunk> =>
    fromHandler((request) => agent.llm_response_handler(createInput(round, request)), options);
  const requestKey = (round: Round): string => {
    const messages = createChatMessages(entriesOf(round), round.turn.turn, optionsOf(round));
    // The answer that was requested ahead may be used instead of a further request.
    if (!round.speculative) requests.add(round.turn.turn, history);
    return JSON.stringify([handoffs(), messages, toolsOf(round), round.turn.request]);
  };
  return { chunks, requestKey, follow };
}

/**
 * Creates the input of the handler. Its getter makes that slow, so it is done before the user waits for a call, like
 * the copy of the history.
 */
function createNextInput<SessionData>(session_data: SessionData, session: SessionControl): NextInput<SessionData> {
  const next: NextInput<SessionData> = {
    input: {
      messages: [],
      session_data,
      get signal() {
        return (next.request as Request).signal;
      },
      tools: undefined,
      session,
    },
    request: undefined,
  };
  return next;
}

/** Adds what `respond()` has asked of the reply. A tool choice counts for the first round, or it would force all. */
function addRequest(input: HandlerInput<unknown>, { round }: Round, { instructions, tool_choice }: ReplyRequest): void {
  if (instructions !== undefined) input.messages.push({ role: 'system', content: instructions });
  if (tool_choice !== undefined && round === 0) input.tool_choice = tool_choice;
}

/** Returns the value that `current` emits on subscription. Reads that of a session without subscribing. */
export function valueOf(current: Observable<readonly HistoryEntry[]>): readonly HistoryEntry[] {
  if ('value' in current) return (current as Current<readonly HistoryEntry[]>).value;
  let value: readonly HistoryEntry[] = [];
  current.subscribe((latest) => (value = latest)).unsubscribe();
  return value;
}

/** Lists the functions of the agent for the model. Returns undefined for an agent without functions. */
export function listTools<SessionData extends object>({ functions }: AnsweringAgent<SessionData>): Tool[] | undefined {
  if (functions === undefined) return undefined;
  const tools = Object.entries(addCancelFunctions(functions)).map(
    ([name, { description, json_schema: parameters }]): Tool => ({
      type: 'function',
      function: { name, description, parameters },
    }),
  );
  return tools.length === 0 ? undefined : tools;
}
