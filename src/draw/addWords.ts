import type { TranscriptSpan } from './model.ts';

/** A transcript of the recogniser. */
export interface Recognition {
  readonly atMs: number;
  /** Start of its speech, or null for typed text. */
  readonly beganMs: number | null;
  readonly utterance: string;
  readonly text: string;
  readonly final: boolean;
}

/** Adds a transcript and replaces the interim of its utterance. The first transcript of a speech starts with it. */
export function addWords(words: readonly TranscriptSpan[], added: Recognition): readonly TranscriptSpan[] {
  const { atMs, beganMs, utterance, text, final } = added;
  const last = words.at(-1);
  if (last !== undefined && !last.final && last.utterance === utterance)
    return [...words.slice(0, -1), { ...last, text, final, toMs: atMs, interims: [...last.interims, last.toMs] }];
  const isFirst = beganMs !== null && words.every(({ fromMs }) => fromMs < beganMs);
  return [...words, { utterance, text, final, fromMs: isFirst ? beganMs : atMs, toMs: atMs, interims: [] }];
}
