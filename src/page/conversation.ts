import { createAgentLine, finishHeard, finishUnknown } from './agentLine.ts';
import type { MessageOf, Playback, ServerMessage } from './inputs.ts';
import type { AgentLine, CallNote, CallsLine, Line, UserLine } from './lines.ts';

/** What both sides said, in order, and what the user is saying. */
export interface Conversation {
  readonly lines: readonly Line[];
  /** Of calls before this one, each line under a key of its own. */
  readonly earlier: readonly Line[];
  /** What was understood of the user and is no message yet. */
  readonly saying: readonly Saying[];
  /** How long the agent takes for a character, in ms: a guess until an utterance has been heard to its end. */
  readonly msPerCharacter: number;
}

export interface Saying {
  readonly utterance: string;
  readonly text: string;
  readonly final: boolean;
}

export const emptyConversation: Conversation = { lines: [], earlier: [], saying: [], msPerCharacter: 60 };

/** The conversation with one more message of the server in it. Messages are expected in the order of their `seq`. */
export function addToConversation(conversation: Conversation, message: ServerMessage): Conversation {
  switch (message.type) {
    case 'user.transcript':
      return { ...conversation, saying: understood(conversation.saying, message) };
    case 'message.added':
      return added(conversation, message);
    case 'function_calls.collected':
      return { ...conversation, lines: beforeAnswer(conversation.lines, collected(message)) };
    case 'function_calls.executed':
      return { ...conversation, lines: conversation.lines.map((line) => executed(line, message)) };
    case 'session.ended':
      return { ...conversation, saying: [], lines: conversation.lines.map(closed) };
    default:
      return converseWithAgent(conversation, message);
  }
}

/** A conversation that follows on `before`, whose lines stay as they are. */
export function continueConversation({ earlier, lines }: Conversation): Conversation {
  const past = lines.map((line) => ({ ...closed(line), key: `${earlier.length}.${line.key}` }));
  return { ...emptyConversation, earlier: [...earlier, ...past] };
}

/** The conversation with what has been played of an utterance by now. */
export function addPlayback(
  conversation: Conversation,
  { utteranceId, playedSamples, sampleRate }: Playback,
): Conversation {
  const playedMs = (playedSamples * 1000) / sampleRate;
  return utter(conversation, utteranceId, (line) => (line.state === 'over' ? line : { ...line, playedMs }));
}

function converseWithAgent(conversation: Conversation, message: ServerMessage): Conversation {
  switch (message.type) {
    case 'agent.text':
      return worded(conversation, message);
    case 'agent.speech_started':
      return utter(conversation, message.utterance_id, (line) => ({ ...line, state: 'audible' }));
    case 'agent.interrupted':
      return utter(conversation, message.utterance_id, (line) => finishHeard(line, message.text));
    case 'agent.speech_stopped':
      return message.reason === 'cut' ? silenced(conversation, message) : completed(conversation, message);
    case 'agent.thought':
      return message.reason === 'superseded'
        ? { ...conversation, lines: withoutSound(conversation.lines) }
        : conversation;
    default:
      return conversation;
  }
}

/** What is final stays; what comes after it in the same utterance stands beside it. No words say nothing new. */
function understood(saying: readonly Saying[], message: MessageOf<'user.transcript'>): readonly Saying[] {
  const { utterance_id: utterance, text, final } = message;
  const last = saying.at(-1);
  const replaces = last !== undefined && !last.final && last.utterance === utterance;
  if (text === '') return saying;
  return [...(replaces ? saying.slice(0, -1) : saying), { utterance, text, final }];
}

function added(conversation: Conversation, message: MessageOf<'message.added'>): Conversation {
  const { role, content, tool_calls } = message.message;
  if (role === 'user') return committed(conversation, message);
  return role === 'assistant' && tool_calls === undefined ? recorded(conversation, content) : conversation;
}

/** What goes on being said, and is not in the message, belongs to the next one. */
function committed(conversation: Conversation, { seq, t_ms, message }: MessageOf<'message.added'>): Conversation {
  const line: UserLine = { kind: 'user', key: `${seq}`, atMs: t_ms, text: message.content };
  const saying = conversation.saying.filter(({ text, final }) => !final && !message.content.includes(text));
  return { ...append(conversation, line), saying };
}

/** The agent's message is about the utterance that was over last. */
function recorded(conversation: Conversation, content: string): Conversation {
  const last = conversation.lines.findLast((line) => line.kind === 'agent' && line.state === 'over');
  return last?.kind === 'agent'
    ? utter(conversation, last.utterance, (line) => finishHeard(line, content))
    : conversation;
}

function append(conversation: Conversation, line: Line): Conversation {
  return { ...conversation, lines: [...conversation.lines, line] };
}

/** Calls stand before the answer that follows from them, as in the history, also where a part of it was said before. */
function beforeAnswer(lines: readonly Line[], calls: CallsLine): readonly Line[] {
  const at = lines.findLastIndex((line) => line.kind !== 'agent' || line.state === 'over') + 1;
  return [...lines.slice(0, at), calls, ...lines.slice(at)];
}

function collected({ seq, t_ms, function_calls }: MessageOf<'function_calls.collected'>): CallsLine {
  const calls = function_calls.map((call): CallNote => {
    return { id: call.id, name: call.function.name, arguments: call.function.arguments, result: null };
  });
  return { kind: 'calls', key: `${seq}`, atMs: t_ms, calls };
}

function executed(line: Line, { results }: MessageOf<'function_calls.executed'>): Line {
  if (line.kind !== 'calls') return line;
  const resultOf = (call: CallNote): string | undefined =>
    results.find(({ tool_call_id }) => tool_call_id === call.id)?.content;
  if (!line.calls.some((call) => resultOf(call) !== undefined)) return line;
  return { ...line, calls: line.calls.map((call) => ({ ...call, result: resultOf(call) ?? call.result })) };
}

function closed(line: Line): Line {
  return line.kind === 'agent' && line.state !== 'over' ? finishUnknown(line) : line;
}

function worded(conversation: Conversation, message: MessageOf<'agent.text'>): Conversation {
  const known = conversation.lines.some((line) => line.kind === 'agent' && line.utterance === message.utterance_id);
  if (!known) return append(conversation, createAgentLine(message));
  return utter(conversation, message.utterance_id, (line) => ({ ...line, text: line.text + message.delta }));
}

/** Where nobody has said what was heard, nothing was: if anything was, the message that follows says so. */
function silenced(conversation: Conversation, { utterance_id }: MessageOf<'agent.speech_stopped'>): Conversation {
  return utter(conversation, utterance_id, (line) => (line.state === 'over' ? line : finishHeard(line, '')));
}

/** An utterance that was heard to its end tells how fast the agent speaks. */
function completed(conversation: Conversation, { utterance_id }: MessageOf<'agent.speech_stopped'>): Conversation {
  const line = conversation.lines.find((other) => other.kind === 'agent' && other.utterance === utterance_id);
  const tells = line?.kind === 'agent' && line.playedMs > 0 && line.text !== '';
  const pace = tells ? line.playedMs / line.text.length : null;
  return { ...utter(conversation, utterance_id, finishUnknown), msPerCharacter: pace ?? conversation.msPerCharacter };
}

/** What the user spoke before was never audible. */
function withoutSound(lines: readonly Line[]): readonly Line[] {
  return lines.map((line) => (line.kind === 'agent' && line.state === 'coming' ? finishUnknown(line) : line));
}

function utter(conversation: Conversation, utterance: string, change: (line: AgentLine) => AgentLine): Conversation {
  const lines = conversation.lines.map((line) =>
    line.kind === 'agent' && line.utterance === utterance ? change(line) : line,
  );
  return { ...conversation, lines };
}
