import type { SttAction } from '../../src/wire/stt/dialect.ts';
import { createTurnDetails, type TurnMessage } from './turnMessage.ts';

/** The turns of the utterances that await their answer. Times are in ms of the connection's audio. */
export interface UtteranceTurns {
  /** Assigns the audio from `nowMs` on to the utterance. */
  begin(utterance: number, nowMs: number): void;
  /**
   * Ends the current utterance. Returns its answer if its turn is `over` and AssemblyAI has already ended it, and null
   * if its text must be requested.
   */
  end(nowMs: number, over: boolean): readonly SttAction[] | null;
  /** Applies a message that arrived when `nowMs` of audio had been sent. */
  addTurn(turn: TurnMessage, nowMs: number): readonly SttAction[];
  /** The user speaks again. */
  addSpeech(): readonly SttAction[];
}

export interface UtteranceTurnsOptions {
  /** True to return AssemblyAI's findings about the turn. */
  readonly reportsTurns: boolean;
  /** True if the end of a turn comes twice, the second time formatted. */
  readonly awaitsFormat: boolean;
}

interface Span {
  readonly utterance: number;
  readonly fromMs: number;
  /** Infinity until the utterance ends. */
  toMs: number;
  /** The turn in progress. */
  interim: TurnMessage | null;
  /** The position of the end of the turn of its words, if no further words have arrived. */
  turnOverMs: number | null;
}

/** Length of audio after the end of a turn that cannot contain unreported words, in ms. */
const UNREPORTED_MS = 1500;

/**
 * Creates the turns of a connection. A turn belongs to the utterance in whose audio its first word begins, and a turn
 * without words to the oldest. An ended utterance is done at the first of: the end of a turn, which answers our
 * `ForceEndpoint`; a turn of a later utterance. The turn in progress counts as its last piece.
 */
export function createUtteranceTurns({ reportsTurns, awaitsFormat }: UtteranceTurnsOptions): UtteranceTurns {
  let spans: readonly Span[] = [];
  let lastEnded = -1;
  const settleUpTo = (index: number): readonly SttAction[] => {
    const settled = spans.slice(0, index);
    spans = spans.slice(index);
    return settled.flatMap(settle);
  };
  const addTurn = (turn: TurnMessage, nowMs: number): readonly SttAction[] => {
    const index = findOwner(spans, turn);
    const span = spans[index];
    if (span === undefined || turn.order <= lastEnded) return [];
    const earlier = settleUpTo(index);
    if (!turn.isEnd || (awaitsFormat && !turn.isFormatted)) {
      if (turn.text === '') return earlier;
      span.interim = turn;
      span.turnOverMs = null;
      return [...earlier, ...createInterim(span), ...(reportsTurns ? createUpdate(span) : [])];
    }
    lastEnded = turn.order;
    span.interim = null;
    const piece = createPiece(span, turn);
    if (span.toMs < Infinity) return [...earlier, ...piece, ...settleUpTo(1)];
    if (turn.text === '') return earlier;
    span.turnOverMs = nowMs;
    const { utterance } = span;
    const found: SttAction = { kind: 'turn', utterance, state: 'end', confidence: turn.confidence ?? undefined };
    return [...earlier, ...piece, ...(reportsTurns ? [found] : [])];
  };
  return {
    begin: (utterance, nowMs) => {
      spans = [...spans, { utterance, fromMs: nowMs, toMs: Infinity, interim: null, turnOverMs: null }];
    },
    end: (nowMs, over) => {
      const last = spans.at(-1);
      if (last === undefined) return [];
      last.toMs = nowMs;
      const isOver = over && last.turnOverMs !== null && nowMs - last.turnOverMs <= UNREPORTED_MS;
      if (!isOver && last.fromMs < nowMs) return null;
      spans = spans.slice(0, -1);
      return settle(last);
    },
    addTurn,
    addSpeech: () => {
      const last = spans.at(-1);
      if (!reportsTurns || last === undefined || last.turnOverMs === null) return [];
      last.turnOverMs = null;
      return [{ kind: 'turn', utterance: last.utterance, state: 'update' }];
    },
  };
}

/** Finds the utterance of a turn. Returns -1 if that utterance is done. */
function findOwner(spans: readonly Span[], { words: [first] }: TurnMessage): number {
  if (first === undefined) return 0;
  return spans.findIndex(({ fromMs, toMs }) => first.startMs < toMs && first.endMs > fromMs);
}

function createInterim({ utterance, interim, fromMs }: Span): readonly SttAction[] {
  if (interim === null) return [];
  return [{ kind: 'interim', utterance, text: interim.text, details: createTurnDetails(interim, fromMs) }];
}

function createPiece({ utterance, fromMs }: Span, turn: TurnMessage): readonly SttAction[] {
  if (turn.text === '') return [];
  return [{ kind: 'piece', utterance, text: turn.text, details: createTurnDetails(turn, fromMs) }];
}

function createUpdate({ utterance, interim, toMs }: Span): readonly SttAction[] {
  if (interim === null || toMs < Infinity) return [];
  return [{ kind: 'turn', utterance, state: 'update', confidence: interim.confidence ?? undefined }];
}

function settle(span: Span): readonly SttAction[] {
  const { utterance, interim } = span;
  return [...(interim === null ? [] : createPiece(span, interim)), { kind: 'done', utterance }];
}
