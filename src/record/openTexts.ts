import { applyRedact, type KnownText, type Redact } from './redactedJson.ts';
import { createRecentTexts } from './recentTexts.ts';
import { redactJoined } from './redactJoined.ts';
import { redactSpeech } from './redactSpeech.ts';
import { SPEECH_IN, SPEECH_OUT, type StreamEnd, type TextPiece } from './textPieces.ts';

/** Streamed texts that are not complete yet. */
export interface OpenTexts {
  add(piece: TextPiece): void;
  isOpen(piece: TextPiece): boolean;
  /** Rewrites the texts that are complete now. */
  end(end: StreamEnd): void;
  /** Rewrites the text of a piece as far as it has arrived. */
  settle(piece: TextPiece): void;
  /** Returns the rewritten form of a text that was rewritten as part of another. */
  readonly known: KnownText;
}

/** Creates an empty collection of texts. */
export function createOpenTexts(redact: Redact): OpenTexts {
  const open = new Map<string, TextPiece[]>();
  const openPieces = new Set<TextPiece>();
  const done = new WeakMap<object, Map<string, string>>();
  const heard = createRecentTexts();

  const settlePieces = (stream: string, pieces: readonly TextPiece[]): void => {
    const [first] = pieces;
    if (first === undefined) return;
    for (const piece of pieces) openPieces.delete(piece);
    const rest = open.get(stream)?.filter((piece) => openPieces.has(piece)) ?? [];
    if (rest.length > 0) open.set(stream, rest);
    else open.delete(stream);
    const rewrite = (text: string): string => applyRedact(redact, text, first.key);
    const texts = pieces.map(textOf);
    const isSpeech = first.kind !== 'delta';
    const results = isSpeech ? redactSpeech(rewrite, pieces.map(spokenOf)) : redactJoined(rewrite, texts);
    if (!isSpeech) heard.add(texts.join(''), results.join(''), rewrite);
    for (const [n, { holder, key }] of pieces.entries()) keep(holder, key, results[n] ?? '');
  };

  const keep = (holder: object, key: string, text: string): void => {
    const texts = done.get(holder) ?? new Map<string, string>();
    done.set(holder, texts.set(key, text));
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
    known: (holder, key, text) => done.get(holder)?.get(key) ?? heard.findStart(text, key),
  };
}

/** Selects finals, and interims that a final of their segment follows. Other segments may still get their final. */
function selectDecided(pieces: readonly TextPiece[]): readonly TextPiece[] {
  return pieces.filter(
    ({ kind, segment }, n) =>
      kind === 'final' || pieces.some((later, m) => m > n && later.kind === 'final' && later.segment === segment),
  );
}

/** Selects the interims of a segment that has no final. */
function selectInterims(pieces: readonly TextPiece[], segment: number): readonly TextPiece[] {
  const own = pieces.filter((piece) => piece.segment === segment);
  return own.some(({ kind }) => kind === 'final') ? [] : own;
}

function textOf({ holder, key }: TextPiece): string {
  const text = holder[key];
  return typeof text === 'string' ? text : '';
}

function spokenOf(piece: TextPiece): Parameters<typeof redactSpeech>[1][number] {
  const kind = piece.kind === 'final' ? 'final' : 'interim';
  return { kind, segment: piece.segment, text: textOf(piece) };
}
