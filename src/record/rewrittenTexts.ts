import { createRecentTexts } from './recentTexts.ts';
import { applyRedact, type KnownText, type Redact } from './redact.ts';
import { redactJoined } from './redactJoined.ts';
import { redactSpeech, type SpokenText } from './redactSpeech.ts';
import type { TextPiece } from './textPieces.ts';

/** Streamed texts after rewriting. */
export interface RewrittenTexts {
  /** Rewrites the pieces of one stream as one text. */
  add(pieces: readonly TextPiece[]): void;
  /** Returns whether a piece has been rewritten. */
  has(piece: TextPiece): boolean;
  /** Returns the rewritten form of a piece, or of a part of a recent text. */
  readonly find: KnownText;
}

export function createRewrittenTexts(redact: Redact): RewrittenTexts {
  const done = new WeakMap<object, Map<string, string>>();
  const recent = createRecentTexts();
  return {
    add: (pieces) => {
      const [first] = pieces;
      if (first === undefined) return;
      const rewrite = (text: string): string => applyRedact(redact, text, first.key);
      const texts = pieces.map(textOf);
      const isSpeech = first.kind !== 'delta';
      const results = isSpeech ? redactSpeech(rewrite, pieces.map(spokenOf)) : redactJoined(rewrite, texts);
      if (!isSpeech) recent.add(texts.join(''), results.join(''), rewrite);
      for (const [n, { holder, key }] of pieces.entries()) {
        const known = done.get(holder) ?? new Map<string, string>();
        done.set(holder, known.set(key, results[n] ?? ''));
      }
    },
    has: ({ holder, key }) => done.get(holder)?.has(key) === true,
    find: (holder, key, text) => done.get(holder)?.get(key) ?? recent.findPart(text, key),
  };
}

function textOf({ holder, key }: TextPiece): string {
  const text = holder[key];
  return typeof text === 'string' ? text : '';
}

function spokenOf(piece: TextPiece): SpokenText {
  const kind = piece.kind === 'final' ? 'final' : 'interim';
  return { kind, segment: piece.segment, text: textOf(piece) };
}
