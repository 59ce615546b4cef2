import { createAgentLine, finishHeard, finish } from './agentLine.ts';
import type { MessageOf, Playback, ServerMessage } from './inputs.ts';
import type { AgentLine, CallNote, CallsLine, Line, UserLine } from './lines.ts';

/** The lines of both sides, in order, and the transcript of the current user turn. */
export interface Conversation {
  readonly lines: readonly Line[];
  /** The lines of earlier calls, with unique keys. */
  readonly earlier: readonly Line[];
  /** Transcripts that are not part of a message yet. */
  readonly saying: readonly Saying[];
  /** Duration of a spoken character, in ms: estimated until the first complete utterance. */
  readonly msPerCharacter: number;
}

export interface Saying {
  readonly utterance: string;
  readonly text: string;
  readonly final: boolean;
}

export const emptyConversation: Conversation = { lines: [], earlier: [], saying: [], msPerCharacter: 60 };

/** Adds a message of the server. Expects the messages in the order of `seq`. */
export function addToConversation(conversation: Conversation, message: ServerMessage): Conversation {
  switch (message.type) {
    case 'user.transcript':
      return { ...conversation, saying: addTranscript(conversation.saying, message) };
    case 'message.added':
      return addHistoryMessage(conversation, message);
    case 'function_calls.collected':
      return { ...conversation, lines: insertBeforeAnswer(conversation.lines, createCallsLine(message)) };
    case 'function_calls.executed':
      return { ...conversation, lines: conversation.lines.map((line) => addResults(line, message)) };
    case 'session.snapshot':
      return {
        ...conversation,
        saying: [],
        lines: message.messages.flatMap((added, at) => restoreLine(message, added, at)),
      };
    case 'session.ended':
      return { ...conversation, saying: [], lines: conversation.lines.map(closeLine) };
    default:
      return converseWithAgent(conversation, message);
  }
}

/** Starts a new conversation below the lines of the last one. */
export function continueConversation({ earlier, lines }: Conversation): Conversation {
  const past = lines.map((line) => ({ ...closeLine(line), key: `${earlier.length}.${line.key}` }));
  return { ...emptyConversation, earlier: [...earlier, ...past] };
}

/** Updates the playback position of an utterance. */
export function addPlayback(
  conversation: Conversation,
  { utteranceId, playedSamples, sampleRate }: Playback,
): Conversation {
  const playedMs = (playedSamples * 1000) / sampleRate;
  return updateUtterance(conversation, utteranceId, (line) => (line.state === 'over' ? line : { ...line, playedMs }));
}

function converseWithAgent(conversation: Conversation, message: ServerMessage): Conversation {
  switch (message.type) {
    case 'agent.text':
      return addText(conversation, message);
    case 'agent.speech_started':
      return updateUtterance(conversation, message.utterance_id, (line) => ({ ...line, state: 'audible' }));
    case 'agent.interrupted':
      return updateUtterance(conversation, message.utterance_id, (line) => finishHeard(line, message.text));
    case 'agent.speech_stopped':
      return message.reason === 'cut' ? finishCut(conversation, message) : finishComplete(conversation, message);
    case 'agent.thought':
      return message.reason === 'superseded'
        ? { ...conversation, lines: finishUnheard(conversation.lines) }
        : conversation;
    default:
      return conversation;
  }
}

/** Replaces the interim of the same utterance; keeps finals. Ignores empty texts. */
function addTranscript(saying: readonly Saying[], message: MessageOf<'user.transcript'>): readonly Saying[] {
  const { utterance_id: utterance, text, final } = message;
  const last = saying.at(-1);
  const replaces = last !== undefined && !last.final && last.utterance === utterance;
  if (text === '') return saying;
  return [...(replaces ? saying.slice(0, -1) : saying), { utterance, text, final }];
}

function addHistoryMessage(conversation: Conversation, message: MessageOf<'message.added'>): Conversation {
  const { role, content, tool_calls } = message.message;
  if (role === 'user') return addUserLine(conversation, message);
  return role === 'assistant' && tool_calls === undefined ? finishLastUtterance(conversation, content) : conversation;
}

/** Creates the line of a message in a snapshot. Function calls have none: their arguments and results are not part of it. */
function restoreLine(
  { seq, t_ms: atMs }: MessageOf<'session.snapshot'>,
  { role, content }: MessageOf<'message.added'>['message'],
  at: number,
): readonly Line[] {
  const key = `${seq}.${at}`;
  if (role === 'user') return [{ kind: 'user', key, atMs, text: content }];
  if (role !== 'assistant' || content === '') return [];
  const text = { type: 'agent.text', seq, t_ms: atMs, utterance_id: key, delta: content } as const;
  return [{ ...createAgentLine(text), key, state: 'over' }];
}

/** Keeps interims that are not part of the message: they belong to the next one. */
function addUserLine(conversation: Conversation, { seq, t_ms, message }: MessageOf<'message.added'>): Conversation {
  const line: UserLine = { kind: 'user', key: `${seq}`, atMs: t_ms, text: message.content };
  const saying = conversation.saying.filter(({ text, final }) => !final && !message.content.includes(text));
  return { ...append(conversation, line), saying };
}

/** The agent's message belongs to the utterance that ended last. */
function finishLastUtterance(conversation: Conversation, content: string): Conversation {
  const last = conversation.lines.findLast((line) => line.kind === 'agent' && line.state === 'over');
  return last?.kind === 'agent'
    ? updateUtterance(conversation, last.utterance, (line) => finishHeard(line, content))
    : conversation;
}

function append(conversation: Conversation, line: Line): Conversation {
  return { ...conversation, lines: [...conversation.lines, line] };
}

/** Inserts function calls before the answer that they lead to, as in the history. */
function insertBeforeAnswer(lines: readonly Line[], calls: CallsLine): readonly Line[] {
  const at = lines.findLastIndex((line) => line.kind !== 'agent' || line.state === 'over') + 1;
  return [...lines.slice(0, at), calls, ...lines.slice(at)];
}

function createCallsLine({ seq, t_ms, function_calls }: MessageOf<'function_calls.collected'>): CallsLine {
  const calls = function_calls.map((call): CallNote => {
    return { id: call.id, name: call.function.name, arguments: call.function.arguments, result: null };
  });
  return { kind: 'calls', key: `${seq}`, atMs: t_ms, calls };
}

function addResults(line: Line, { results }: MessageOf<'function_calls.executed'>): Line {
  if (line.kind !== 'calls') return line;
  const resultOf = (call: CallNote): string | undefined =>
    results.find(({ tool_call_id }) => tool_call_id === call.id)?.content;
  if (!line.calls.some((call) => resultOf(call) !== undefined)) return line;
  return { ...line, calls: line.calls.map((call) => ({ ...call, result: resultOf(call) ?? call.result })) };
}

function closeLine(line: Line): Line {
  return line.kind === 'agent' && line.state !== 'over' ? finish(line) : line;
}

function addText(conversation: Conversation, message: MessageOf<'agent.text'>): Conversation {
  const known = conversation.lines.some((line) => line.kind === 'agent' && line.utterance === message.utterance_id);
  if (!known) return append(conversation, createAgentLine(message));
  return updateUtterance(conversation, message.utterance_id, (line) => ({ ...line, text: line.text + message.delta }));
}

/** Counts nothing as heard without a report: if anything was heard, the following message says so. */
function finishCut(conversation: Conversation, { utterance_id }: MessageOf<'agent.speech_stopped'>): Conversation {
  return updateUtterance(conversation, utterance_id, (line) => (line.state === 'over' ? line : finishHeard(line, '')));
}

/** Ends the line and measures the pace of the agent. */
function finishComplete(conversation: Conversation, { utterance_id }: MessageOf<'agent.speech_stopped'>): Conversation {
  const line = conversation.lines.find((other) => other.kind === 'agent' && other.utterance === utterance_id);
  const isMeasured = line?.kind === 'agent' && line.playedMs > 0 && line.text !== '';
  const pace = isMeasured ? line.playedMs / line.text.length : null;
  return {
    ...updateUtterance(conversation, utterance_id, finish),
    msPerCharacter: pace ?? conversation.msPerCharacter,
  };
}

/** Ends utterances of a superseded reply that were never audible. */
function finishUnheard(lines: readonly Line[]): readonly Line[] {
  return lines.map((line) => (line.kind === 'agent' && line.state === 'coming' ? finish(line) : line));
}

function updateUtterance(
  conversation: Conversation,
  utterance: string,
  change: (line: AgentLine) => AgentLine,
): Conversation {
  const lines = conversation.lines.map((line) =>
    line.kind === 'agent' && line.utterance === utterance ? change(line) : line,
  );
  return { ...conversation, lines };
}
