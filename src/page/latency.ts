import type { MessageOf, ServerMessage } from './inputs.ts';

/** How long the answers took, and what has to be kept in mind to know it of the next one. */
export interface Latency {
  readonly answers: readonly Answer[];
  /** How far the session's time is ahead of the user's audio, in ms; null before there was speech. */
  readonly leadMs: number | null;
  /** Where the user's last speech ended, in the user's audio, in ms; null since it was answered. */
  readonly spokenMs: number | null;
  readonly question: Question | null;
}

/** From the user's last word to the agent's first sound: what the time was made of, in ms. */
export interface Answer {
  readonly turn: number;
  readonly question: string;
  readonly parts: readonly Part[];
  readonly totalMs: number;
}

export interface Part {
  readonly name: PartName;
  readonly ms: number;
}

export type PartName = 'endpointing' | 'handler' | 'voice' | 'held';

export const unanswered: Latency = { answers: [], leadMs: null, spokenMs: null, question: null };

/** What is known of latency after one more message of the server. */
export function measure(latency: Latency, message: ServerMessage): Latency {
  switch (message.type) {
    case 'user.speech_started':
      return { ...latency, leadMs: lead(latency, message) };
    case 'user.speech_stopped':
      return { ...latency, leadMs: lead(latency, message), spokenMs: message.audio_ms };
    case 'message.added':
      return message.message.role === 'user' ? asked(latency, message) : latency;
    case 'metrics':
      return answered(latency, message);
    default:
      return latency;
  }
}

interface Question {
  readonly text: string;
  readonly endpointingMs: number;
}

/** The message that was told soonest says it best. */
function lead(
  { leadMs }: Latency,
  { t_ms, audio_ms }: MessageOf<'user.speech_started' | 'user.speech_stopped'>,
): number {
  return Math.min(leadMs ?? Infinity, t_ms - audio_ms);
}

/** Typed words are committed at once: they have no end to wait for. */
function asked(latency: Latency, { t_ms, message }: MessageOf<'message.added'>): Latency {
  const { spokenMs, leadMs } = latency;
  const endpointingMs = spokenMs === null || leadMs === null ? 0 : Math.max(0, t_ms - (spokenMs + leadMs));
  return { ...latency, spokenMs: null, question: { text: message.content, endpointingMs } };
}

function answered(latency: Latency, metrics: MessageOf<'metrics'>): Latency {
  const { turn, handler_ms, voice_ms, held_ms, total_ms } = metrics;
  const { text, endpointingMs } = latency.question ?? { text: '', endpointingMs: 0 };
  const parts: readonly Part[] = [
    { name: 'endpointing', ms: endpointingMs },
    { name: 'handler', ms: handler_ms },
    { name: 'voice', ms: voice_ms },
    { name: 'held', ms: held_ms },
  ];
  const answer = { turn, question: text, parts, totalMs: endpointingMs + total_ms };
  return { ...latency, question: null, answers: [...latency.answers, answer] };
}
