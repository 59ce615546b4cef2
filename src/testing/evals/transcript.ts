import type { Message } from '../../core/message.ts';

/** A line of a conversation as it was heard. */
export interface TranscriptLine {
  readonly speaker: 'user' | 'agent' | 'function';
  readonly text: string;
}

/**
 * Converts the history of a session to a transcript: what was said and heard, and the arguments and results of
 * functions.
 */
export function transcriptOf(messages: readonly Message[]): readonly TranscriptLine[] {
  return messages.flatMap(({ role, content, tool_calls }): TranscriptLine[] => {
    const text = typeof content === 'string' ? content : '';
    if (role === 'user') return [{ speaker: 'user', text }];
    if (role === 'tool') return [{ speaker: 'function', text }];
    if (role !== 'assistant') return [];
    const calls = (tool_calls ?? []).map(({ function: { name, arguments: json } }) => `calls ${name}(${json})`);
    return [
      ...(text === '' ? [] : [{ speaker: 'agent' as const, text }]),
      ...calls.map((call) => ({ speaker: 'function' as const, text: call })),
    ];
  });
}

/** Formats a transcript as text. */
export function formatTranscript(transcript: readonly TranscriptLine[]): string {
  return transcript.map(({ speaker, text }) => `${speaker}: ${text.replaceAll(/\s+/gu, ' ')}`).join('\n');
}
