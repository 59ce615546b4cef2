import { createAgentLine, finishHeard, finish } from './agentLine.ts';
import type { MessageOf, Playback, ServerMessage } from '../call.ts';
import { addAcknowledgements, addProgress, addResults, createCallsLine } from './callsLine.ts';
import type { AgentLine, CallsLine, Line, UserLine } from './lines.ts';

/** The lines of both sides in order, and the transcript of the user's current turn. */
export interface Transcript {
  readonly lines: readonly Line[];
  /** The lines of earlier calls, with unique keys. */
  readonly earlier: readonly Line[];
  /** Transcripts that are not yet part of a message. */
  readonly pending: readonly PendingTranscript[];
  /** Duration of a spoken character, in ms. Estimated until the first utterance has been played in full. */
  readonly msPerCharacter: number;
}

export interface PendingTranscript {
  readonly utterance: string;
  readonly text: string;
  readonly final: boolean;
}

export const emptyTranscript: Transcript = { lines: [], earlier: [], pending: [], msPerCharacter: 60 };

/**
 * Adds a server message. Expects messages in the order of `seq`.
 *
 * @example
 * ```ts
 * import { addToTranscript, emptyTranscript, type Call, type Transcript } from 'antiphon/client';
 *
 * export function follow(call: Call, show: (transcript: Transcript) => void): void {
 *   let transcript = emptyTranscript;
 *   call.on('message', (message) => show((transcript = addToTranscript(transcript, message))));
 * }
 * ```
 */
export function addToTranscript(transcript: Transcript, message: ServerMessage): Transcript {
  switch (message.type) {
    case 'user.transcript':
      return { ...transcript, pending: addTranscript(transcript.pending, message) };
    case 'message.added':
      return addHistoryMessage(transcript, message);
    case 'function_calls.collected':
      return { ...transcript, lines: insertBeforeAnswer(transcript.lines, createCallsLine(message)) };
    case 'function_calls.acknowledged':
      return { ...transcript, lines: addAcknowledgements(transcript.lines, message) };
    case 'function_calls.progress':
      return { ...transcript, lines: addProgress(transcript.lines, message) };
    case 'function_calls.executed':
      return { ...transcript, lines: addResults(transcript.lines, message) };
    case 'session.snapshot':
      return {
        ...transcript,
        pending: [],
        lines: message.messages.flatMap((added, at) => restoreLine(message, added, at)),
      };
    case 'session.ended':
      return endTranscript(transcript);
    default:
      return addOfAgent(transcript, message);
  }
}

/** Ends all lines. */
export function endTranscript(transcript: Transcript): Transcript {
  return { ...transcript, pending: [], lines: transcript.lines.map(closeLine) };
}

/** Starts a new transcript below the lines of the previous one. */
export function continueTranscript({ earlier, lines }: Transcript): Transcript {
  const past = lines.map((line) => ({ ...closeLine(line), key: `${earlier.length}.${line.key}` }));
  return { ...emptyTranscript, earlier: [...earlier, ...past] };
}

/**
 * Updates the playback position of an utterance.
 *
 * @example
 * ```ts
 * import { addPlayback, type Call, type Transcript } from 'antiphon/client';
 *
 * export function followPlayback(call: Call, change: (update: (transcript: Transcript) => Transcript) => void): void {
 *   call.on('playback', (playback) => change((transcript) => addPlayback(transcript, playback)));
 * }
 * ```
 */
export function addPlayback(transcript: Transcript, { utteranceId, playedSamples, sampleRate }: Playback): Transcript {
  const playedMs = (playedSamples * 1000) / sampleRate;
  return updateUtterance(transcript, utteranceId, (line) => (line.state === 'over' ? line : { ...line, playedMs }));
}

function addOfAgent(transcript: Transcript, message: ServerMessage): Transcript {
  switch (message.type) {
    case 'agent.text':
      return addText(transcript, message);
    case 'agent.speech_started':
      return updateUtterance(transcript, message.utterance_id, (line) => ({ ...line, state: 'audible' }));
    case 'agent.interrupted':
      return updateUtterance(transcript, message.utterance_id, (line) => finishHeard(line, message.text));
    case 'agent.speech_stopped':
      return message.reason === 'cut' ? finishCut(transcript, message) : finishComplete(transcript, message);
    case 'agent.thought':
      return message.reason === 'superseded' ? { ...transcript, lines: finishUnheard(transcript.lines) } : transcript;
    case 'agent.done':
      return { ...transcript, lines: finishUnheard(transcript.lines) };
    default:
      return transcript;
  }
}

/** Replaces the interim of the same utterance and keeps finals. Ignores empty texts. */
function addTranscript(
  pending: readonly PendingTranscript[],
  message: MessageOf<'user.transcript'>,
): readonly PendingTranscript[] {
  const { utterance_id: utterance, text, final } = message;
  const last = pending.at(-1);
  const replaces = last !== undefined && !last.final && last.utterance === utterance;
  if (text === '') return pending;
  return [...(replaces ? pending.slice(0, -1) : pending), { utterance, text, final }];
}

function addHistoryMessage(transcript: Transcript, message: MessageOf<'message.added'>): Transcript {
  const { role, content, tool_calls } = message.message;
  if (role === 'user') return addUserLine(transcript, message);
  return role === 'assistant' && tool_calls === undefined ? finishLastUtterance(transcript, content) : transcript;
}

/**
 * Creates the line of a message in a snapshot. Function calls get no line: a snapshot omits their arguments and
 * results.
 */
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

/** Adds a line for the user's message. Keeps interims that are not part of it: they belong to the next message. */
function addUserLine(transcript: Transcript, { seq, t_ms, message }: MessageOf<'message.added'>): Transcript {
  const line: UserLine = { kind: 'user', key: `${seq}`, atMs: t_ms, text: message.content };
  const pending = transcript.pending.filter(({ text, final }) => !final && !message.content.includes(text));
  return { ...append(transcript, line), pending };
}

/** Ends the line of the utterance that ended last: the agent's message belongs to it. */
function finishLastUtterance(transcript: Transcript, content: string): Transcript {
  const last = transcript.lines.findLast((line) => line.kind === 'agent' && line.state === 'over');
  return last?.kind === 'agent'
    ? updateUtterance(transcript, last.utterance, (line) => finishHeard(line, content))
    : transcript;
}

function append(transcript: Transcript, line: Line): Transcript {
  return { ...transcript, lines: [...transcript.lines, line] };
}

/** Inserts function calls before the answer that they lead to, as the history does. */
function insertBeforeAnswer(lines: readonly Line[], calls: CallsLine): readonly Line[] {
  const at = lines.findLastIndex((line) => line.kind !== 'agent' || line.state === 'over') + 1;
  return [...lines.slice(0, at), calls, ...lines.slice(at)];
}

function closeLine(line: Line): Line {
  return line.kind === 'agent' && line.state !== 'over' ? finish(line) : line;
}

function addText(transcript: Transcript, message: MessageOf<'agent.text'>): Transcript {
  const known = transcript.lines.some((line) => line.kind === 'agent' && line.utterance === message.utterance_id);
  if (!known) return append(transcript, createAgentLine(message));
  return updateUtterance(transcript, message.utterance_id, (line) => ({ ...line, text: line.text + message.delta }));
}

/** Ends the line. Without a report, counts nothing as heard: if anything was, the message that follows says so. */
function finishCut(transcript: Transcript, { utterance_id }: MessageOf<'agent.speech_stopped'>): Transcript {
  return updateUtterance(transcript, utterance_id, (line) => (line.state === 'over' ? line : finishHeard(line, '')));
}

/** Ends the line and measures the agent's pace. */
function finishComplete(transcript: Transcript, { utterance_id }: MessageOf<'agent.speech_stopped'>): Transcript {
  const line = transcript.lines.find((other) => other.kind === 'agent' && other.utterance === utterance_id);
  const isMeasured = line?.kind === 'agent' && line.playedMs > 0 && line.text !== '';
  const pace = isMeasured ? line.playedMs / line.text.length : null;
  return {
    ...updateUtterance(transcript, utterance_id, finish),
    msPerCharacter: pace ?? transcript.msPerCharacter,
  };
}

/** Ends the utterances of a reply that were never audible. */
function finishUnheard(lines: readonly Line[]): readonly Line[] {
  return lines.map((line) => (line.kind === 'agent' && line.state === 'coming' ? finish(line) : line));
}

function updateUtterance(
  transcript: Transcript,
  utterance: string,
  change: (line: AgentLine) => AgentLine,
): Transcript {
  const lines = transcript.lines.map((line) =>
    line.kind === 'agent' && line.utterance === utterance ? change(line) : line,
  );
  return { ...transcript, lines };
}
