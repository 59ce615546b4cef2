import type { KnownText, Redact } from './redact.ts';
import { createRewrittenTexts } from './rewrittenTexts.ts';
import { SPEECH_IN, SPEECH_OUT, type StreamEnd, type TextPiece } from './textPieces.ts';

/** Streamed texts that are not yet complete. */
export interface OpenTexts {
  add(piece: TextPiece): void;
  isOpen(piece: TextPiece): boolean;
  /** Rewrites the texts that are now complete. */
  end(end: StreamEnd): void;
  /** Rewrites the text of a piece as far as it has arrived. */
  settle(piece: TextPiece): void;
  /** Returns the rewritten form of a text that was rewritten as part of another one. */
  readonly known: KnownText;
}

export function createOpenTexts(redact: Redact): OpenTexts {
  const open = new Map<string, TextPiece[]>();
  const openPieces = new Set<TextPiece>();
  const rewritten = createRewrittenTexts(redact);

  const settlePieces = (stream: string, pieces: readonly TextPiece[]): void => {
    for (const piece of pieces) openPieces.delete(piece);
    const rest = open.get(stream)?.filter((piece) => openPieces.has(piece)) ?? [];
    if (rest.length > 0) open.set(stream, rest);
    else open.delete(stream);
    rewritten.add(pieces);
  };

  const settleSpeech = (choose: (pieces: readonly TextPiece[]) => readonly TextPiece[]): void => {
    for (const stream of [SPEECH_IN, SPEECH_OUT]) settlePieces(stream, choose(open.get(stream) ?? []));
  };

  return {
    add: (piece) => {
      openPieces.add(piece);
      const pieces = open.get(piece.stream);
      if (pieces === undefined) open.set(piece.stream, [piece]);
      else pieces.push(piece);
    },
    isOpen: (piece) => openPieces.has(piece),
    end: (end) => {
      switch (end.kind) {
        case 'streams':
          for (const [stream, pieces] of open) if (stream.startsWith(end.prefix)) settlePieces(stream, pieces);
          return;
        case 'turn':
          return settleSpeech(selectDecided);
        case 'segment':
          return settleSpeech((pieces) => selectInterims(pieces, end.segment));
      }
    },
    settle: ({ stream }) => settlePieces(stream, open.get(stream) ?? []),
    known: rewritten.find,
  };
}

/** Selects finals, and interims followed by a final of their segment. Other segments may still get their final. */
function selectDecided(pieces: readonly TextPiece[]): readonly TextPiece[] {
  return pieces.filter(
    ({ kind, segment }, n) =>
      kind === 'final' || pieces.some((later, m) => m > n && later.kind === 'final' && later.segment === segment),
  );
}

/** Selects the interims of a segment without a final. */
function selectInterims(pieces: readonly TextPiece[], segment: number): readonly TextPiece[] {
  const own = pieces.filter((piece) => piece.segment === segment);
  return own.some(({ kind }) => kind === 'final') ? [] : own;
}
