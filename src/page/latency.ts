import type { MessageOf, ServerMessage } from '../client/call.ts';

/** The answers with their latencies, and the questions since the last reply. */
export interface Latency {
  readonly answers: readonly TurnLatency[];
  /** User messages without a reply yet. */
  readonly unanswered: readonly string[];
  /** The question of the current reply. */
  readonly question: Question;
}

/** The latency of an answer, from the user's last word to the agent's first sound, and its parts. */
export interface TurnLatency extends Pick<Metrics, 'turn' | 'heard' | 'usage'> {
  readonly question: string;
  readonly parts: Metrics['parts_ms'];
  readonly totalMs: number;
}

type Metrics = MessageOf<'metrics'>;

interface Question {
  readonly turn: number;
  readonly text: string;
}

export const emptyLatency: Latency = { answers: [], unanswered: [], question: { turn: -1, text: '' } };

/** Adds a server message. */
export function addToLatency(latency: Latency, message: ServerMessage): Latency {
  switch (message.type) {
    case 'message.added':
      return message.message.role === 'user'
        ? { ...latency, unanswered: [...latency.unanswered, message.message.content] }
        : latency;
    case 'agent.thinking':
      return { ...latency, unanswered: [], question: { turn: message.turn, text: latency.unanswered.join(' ') } };
    case 'metrics':
      return { ...latency, answers: [...latency.answers, answerOf(message, latency.question)] };
    default:
      return latency;
  }
}

function answerOf(
  { turn, heard, usage, parts_ms: parts, total_ms: totalMs }: Metrics,
  question: Question,
): TurnLatency {
  return { turn, heard, usage, parts, totalMs, question: question.turn === turn ? question.text : '' };
}
