import type { MessageOf, ServerMessage } from './inputs.ts';

/** How long the answers took, and what was asked since the last of them. */
export interface Latency {
  readonly answers: readonly Answer[];
  /** What the user said that no reply was begun to yet. */
  readonly asked: readonly string[];
  /** What the reply under way is the answer to. */
  readonly question: Question;
}

/** From the user's last word to the agent's first sound: what the time was made of. */
export interface Answer extends Pick<Metrics, 'turn' | 'heard' | 'usage'> {
  readonly question: string;
  readonly parts: Metrics['parts_ms'];
  readonly totalMs: number;
}

type Metrics = MessageOf<'metrics'>;

interface Question {
  readonly turn: number;
  readonly text: string;
}

export const emptyLatency: Latency = { answers: [], asked: [], question: { turn: -1, text: '' } };

/** What is known of latency after one more message of the server. */
export function addToLatency(latency: Latency, message: ServerMessage): Latency {
  switch (message.type) {
    case 'message.added':
      return message.message.role === 'user'
        ? { ...latency, asked: [...latency.asked, message.message.content] }
        : latency;
    case 'agent.thinking':
      return { ...latency, asked: [], question: { turn: message.turn, text: latency.asked.join(' ') } };
    case 'metrics':
      return { ...latency, answers: [...latency.answers, answerOf(message, latency.question)] };
    default:
      return latency;
  }
}

function answerOf({ turn, heard, usage, parts_ms: parts, total_ms: totalMs }: Metrics, question: Question): Answer {
  return { turn, heard, usage, parts, totalMs, question: question.turn === turn ? question.text : '' };
}
