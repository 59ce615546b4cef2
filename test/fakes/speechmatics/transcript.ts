import type { Segment } from '../deepgram/recogniser.ts';

/** A word with its times, in seconds of the connection's audio. */
export interface FakeWord {
  readonly content: string;
  readonly start: number;
  readonly end: number;
}

export function findWords({ end, text, times }: Segment): readonly FakeWord[] {
  return [...text.matchAll(/\S+/gu)].map(({ 0: content, index }) => ({
    content,
    start: times[index] ?? end,
    end: times[index + content.length - 1] ?? end,
  }));
}

interface TranscriptOptions {
  readonly endS: number;
  readonly speaker: string | undefined;
  readonly isForced?: boolean;
}

/** Creates an `AddTranscript` or `AddPartialTranscript`. */
export function createTranscript(
  message: string,
  words: readonly FakeWord[],
  { endS, speaker, isForced = false }: TranscriptOptions,
): string {
  const transcript = words.map(({ content }) => `${content} `).join('');
  const results = words.map(({ content, start, end }) => ({
    type: 'word',
    start_time: start,
    end_time: end,
    alternatives: [{ content, confidence: 0.9, language: 'en', ...(speaker !== undefined && { speaker }) }],
  }));
  const metadata = { start_time: words[0]?.start ?? endS, end_time: endS, transcript };
  return JSON.stringify({ message, format: '2.9', metadata, results, ...(isForced && { forced: true }) });
}
