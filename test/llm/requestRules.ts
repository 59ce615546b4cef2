import type { ChatMessage } from '../../src/core/message.ts';
import { toAiSdk, type AiSdkMessage } from '../../src/llm/messages/toAiSdk.ts';
import { toAnthropic, type AnthropicBlock, type AnthropicRequest } from '../../src/llm/messages/toAnthropic.ts';
import { toGemini, type GeminiPart, type GeminiRequest } from '../../src/llm/messages/toGemini.ts';
import { toResponses, type ResponsesItem } from '../../src/llm/messages/toResponses.ts';

/** The longest id that OpenAI accepts. The rules expect it only if the model's own id is at most USUAL_ID long. */
const MAX_ID = 40;
const USUAL_ID = 29;

/** Returns what each model's API would have against these messages. */
export function faultsOfRequest(messages: readonly ChatMessage[]): readonly string[] {
  return [
    ...faultsOfChat(messages).map((fault) => `Chat Completions: ${fault}`),
    ...faultsOfResponses(toResponses({ messages }).input).map((fault) => `Responses: ${fault}`),
    ...faultsOfAnthropic(toAnthropic({ messages }).messages).map((fault) => `Anthropic: ${fault}`),
    ...faultsOfGemini(toGemini({ messages }).contents).map((fault) => `Gemini: ${fault}`),
    ...faultsOfAiSdk(toAiSdk({ messages }, (schema) => schema).messages).map((fault) => `AI SDK: ${fault}`),
  ];
}

/** All calls of an assistant message are answered directly behind it, and a tool message answers nothing else. */
function faultsOfChat(messages: readonly ChatMessage[]): readonly string[] {
  const all = messages.flatMap((message) => (message.role === 'assistant' ? idsOf(message) : []));
  return [
    ...compareAnswers(messages.map(readChat)),
    ...findRepeated(all).map((id) => `two calls have the id "${id}"`),
    ...all.filter(isTooLong).map((id) => `the id "${id}" is too long`),
    ...messages.flatMap((message) => (message.role === 'assistant' ? faultsOfCalls(message) : [])),
  ];
}

type AssistantMessage = Extract<ChatMessage, { role: 'assistant' }>;

function idsOf({ tool_calls: calls = [] }: AssistantMessage): readonly string[] {
  return calls.map(({ id }) => id);
}

function faultsOfCalls({ tool_calls: calls, content }: AssistantMessage): readonly string[] {
  if (calls === undefined) return content === '' ? ['an assistant message is empty'] : [];
  return [
    ...(calls.length === 0 ? ['tool_calls is empty'] : []),
    ...calls.flatMap(({ type, function: { arguments: json } }) =>
      type === 'function' && isObject(JSON.parse(json)) ? [] : [`the arguments are ${json}`],
    ),
  ];
}

/** Ids of the usual length, with what the session adds to them, must be short enough. */
function isTooLong(id: string): boolean {
  return id === '' || (id.length > MAX_ID && id.replace(/:(update\d+|result)$/u, '').length <= USUAL_ID);
}

/** What a message asks for and what it answers, whatever its API. `isPart`: it may stand between answers. */
interface Exchange {
  readonly asks: readonly string[];
  readonly answers: readonly string[];
}

function readChat(message: ChatMessage): Exchange {
  if (message.role === 'assistant') return { asks: idsOf(message), answers: [] };
  return { asks: [], answers: message.role === 'tool' ? [message.tool_call_id] : [] };
}

/** Each call is answered once before anything else follows, and every answer has its call. */
function compareAnswers(exchanges: readonly Exchange[]): readonly string[] {
  let open: readonly string[] = [];
  const faults: string[] = [];
  for (const { asks, answers } of exchanges) {
    for (const id of answers) {
      if (open.includes(id)) open = open.toSpliced(open.indexOf(id), 1);
      else faults.push(`an answer to "${id}", which is not asked before it`);
    }
    if (answers.length > 0) continue;
    if (open.length > 0) faults.push(`no answer to ${open.join()} before what follows`);
    open = asks;
  }
  return open.length === 0 ? faults : [...faults, `no answer to ${open.join()}`];
}

/** Each call has one output behind it, before anything but further calls and outputs. */
function faultsOfResponses(items: readonly ResponsesItem[]): readonly string[] {
  const merged: Exchange[] = [];
  for (const item of items) {
    const last = merged.at(-1);
    if (!('type' in item)) merged.push({ asks: [], answers: [] });
    else if (item.type === 'function_call_output') merged.push({ asks: [], answers: [item.call_id] });
    else if (last !== undefined && last.asks.length > 0)
      merged.splice(-1, 1, { asks: [...last.asks, item.call_id], answers: [] });
    else merged.push({ asks: [item.call_id], answers: [] });
  }
  const calls = items.flatMap((item) => ('type' in item && item.type === 'function_call' ? [item.call_id] : []));
  return [...compareAnswers(merged), ...findRepeated(calls).map((id) => `two calls have the id "${id}"`)];
}

const ANTHROPIC_ID = /^[a-zA-Z0-9_-]+$/u;

function faultsOfAnthropic(messages: AnthropicRequest['messages']): readonly string[] {
  const blocks = messages.flatMap(({ content }) => content);
  const ids = blocks.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
  return [
    ...faultsOfRoles(messages.map(({ role }) => role)),
    ...messages.flatMap(({ content }, n) => faultsOfUses(content, messages[n + 1]?.content ?? [])),
    ...messages.flatMap(({ role, content }, n) => faultsOfBlocks(role, content, messages[n - 1]?.content ?? [])),
    ...ids.filter((id) => !ANTHROPIC_ID.test(id)).map((id) => `the id "${id}" has other characters`),
    ...findRepeated(ids).map((id) => `two calls have the id "${id}"`),
  ];
}

/** The next message begins with the results of exactly these calls. */
function faultsOfUses(content: readonly AnthropicBlock[], next: readonly AnthropicBlock[]): readonly string[] {
  const asked = content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
  const first = next.findIndex(({ type }) => type !== 'tool_result');
  const answered = next
    .slice(0, first < 0 ? next.length : first)
    .flatMap((block) => (block.type === 'tool_result' ? [block.tool_use_id] : []));
  const isAnswered = asked.toSorted().join() === answered.toSorted().join();
  return isAnswered ? [] : [`calls of ${asked.join() || 'nothing'} are followed by results of ${answered.join()}`];
}

function faultsOfBlocks(
  role: string,
  content: readonly AnthropicBlock[],
  before: readonly AnthropicBlock[],
): readonly string[] {
  const isMisplaced = ({ type }: AnthropicBlock): boolean =>
    (type === 'tool_use' && role !== 'assistant') || (type === 'tool_result' && role !== 'user');
  const from = content.findIndex(({ type }) => type !== 'tool_result');
  const isBehind = from >= 0 && content.slice(from).some(({ type }) => type === 'tool_result');
  return [
    ...(content.length === 0 ? ['a message is empty'] : []),
    ...(isBehind ? ['a result behind other blocks'] : []),
    ...(content.some((block) => block.type === 'text' && block.text.trim() === '') ? ['a text is empty'] : []),
    ...(content.some(isMisplaced) ? [`a block of the other role in a message of the ${role}`] : []),
    ...(content.some(({ type }) => type === 'tool_result') && !before.some(({ type }) => type === 'tool_use')
      ? ['results without calls']
      : []),
  ];
}

function faultsOfRoles(roles: readonly string[]): readonly string[] {
  return [
    ...(roles[0] === 'user' ? [] : [`it begins with ${roles[0]}`]),
    ...(roles.at(-1) === 'user' ? [] : [`it ends with ${roles.at(-1)}`]),
    ...roles.flatMap((role, n) => (n > 0 && roles[n - 1] === role ? [`two messages of the ${role} in a row`] : [])),
  ];
}

/** The turn behind calls has the responses to exactly those, in front of other parts. */
function faultsOfGemini(contents: GeminiRequest['contents']): readonly string[] {
  return [
    ...faultsOfRoles(contents.map(({ role }) => (role === 'model' ? 'assistant' : role))),
    ...contents.flatMap((content, n) => faultsOfFunctionCalls(content, contents[n - 1], contents[n + 1])),
    ...contents.flatMap((content, n) => faultsOfResponsesTo(content, contents[n - 1])),
    ...contents.flatMap(({ parts }) =>
      parts.length === 0 || parts.some((part) => 'text' in part && part.text.trim() === '') ? ['an empty part'] : [],
    ),
  ];
}

type GeminiContent = GeminiRequest['contents'][number];

/** Calls stand behind a turn of the user, and the next turn begins with their responses. */
function faultsOfFunctionCalls(
  { role, parts }: GeminiContent,
  before: GeminiContent | undefined,
  after: GeminiContent | undefined,
): readonly string[] {
  const asked = askedOf(parts);
  const next = after?.parts ?? [];
  const first = next.findIndex((part) => !('functionResponse' in part));
  const answered = respondedOf(next.slice(0, first < 0 ? next.length : first));
  const isMisplaced = asked.length > 0 && (role !== 'model' || before?.role !== 'user');
  return [
    ...(asked.join() === answered.join() ? [] : [`calls of ${asked.join()}, responses of ${answered.join()}`]),
    ...(isMisplaced ? [`calls of the ${role} behind ${before?.role ?? 'nothing'}`] : []),
  ];
}

function faultsOfResponsesTo({ role, parts }: GeminiContent, before: GeminiContent | undefined): readonly string[] {
  if (respondedOf(parts).length === 0) return [];
  const from = parts.findIndex((part) => !('functionResponse' in part));
  const isBehind = from >= 0 && respondedOf(parts.slice(from)).length > 0;
  const isAsked = role === 'user' && askedOf(before?.parts ?? []).length > 0;
  return [...(isAsked ? [] : ['responses without calls']), ...(isBehind ? ['a response behind other parts'] : [])];
}

function askedOf(parts: readonly GeminiPart[]): readonly string[] {
  return parts.flatMap((part) => ('functionCall' in part ? [`${part.functionCall.id} ${part.functionCall.name}`] : []));
}

function respondedOf(parts: readonly GeminiPart[]): readonly string[] {
  return parts.flatMap((part) =>
    'functionResponse' in part ? [`${part.functionResponse.id} ${part.functionResponse.name}`] : [],
  );
}

function faultsOfAiSdk(messages: readonly AiSdkMessage[]): readonly string[] {
  const named = messages.map((message): Exchange => {
    if (message.role === 'user') return { asks: [], answers: [] };
    if (message.role === 'tool')
      return { asks: [], answers: message.content.map(({ toolCallId, toolName }) => `${toolCallId} ${toolName}`) };
    const asks = message.content.flatMap((part) =>
      part.type === 'tool-call' ? [`${part.toolCallId} ${part.toolName}`] : [],
    );
    return { asks, answers: [] };
  });
  return [
    ...compareAnswers(named),
    ...messages.flatMap(({ content }) => (content.length === 0 ? ['a message is empty'] : [])),
  ];
}

function findRepeated(ids: readonly string[]): readonly string[] {
  return [...new Set(ids.filter((id, n) => ids.indexOf(id) !== n))];
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
