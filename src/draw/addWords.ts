import type { Words } from './model.ts';

/** What the recogniser has just understood. */
export interface Recognition {
  readonly atMs: number;
  /** Where the speech began that it belongs to; null for what was typed. */
  readonly beganMs: number | null;
  readonly utterance: string;
  readonly text: string;
  readonly final: boolean;
}

/** What is final stays; what comes after it in the same utterance stands beside it. Words of speech lie over it. */
export function addWords(words: readonly Words[], said: Recognition): readonly Words[] {
  const { atMs, beganMs, utterance, text, final } = said;
  const last = words.at(-1);
  if (last !== undefined && !last.final && last.utterance === utterance)
    return [...words.slice(0, -1), { ...last, text, final, toMs: atMs, interims: [...last.interims, last.toMs] }];
  const isFirst = beganMs !== null && words.every(({ fromMs }) => fromMs < beganMs);
  return [...words, { utterance, text, final, fromMs: isFirst ? beganMs : atMs, toMs: atMs, interims: [] }];
}
