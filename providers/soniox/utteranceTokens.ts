import type { SttAction } from '../../src/wire/stt/dialect.ts';
import { ENDPOINT, FINALIZED, type Response, type Token } from './response.ts';
import { joinTokens } from './tokenText.ts';

/** The tokens of the utterances that await their answer. Times are in ms of the connection's audio. */
export interface UtteranceTokens {
  /** Assigns the audio from `nowMs` on to the utterance. */
  begin(utterance: number, nowMs: number): void;
  /**
   * Ends the current utterance. Returns its answer if its turn is `over` and Soniox has already ended it, and null if
   * its text must be requested.
   */
  end(nowMs: number, over: boolean): readonly SttAction[] | null;
  /** Applies a response to the utterances. */
  addResponse(response: Response): readonly SttAction[];
}

interface Span {
  readonly utterance: number;
  readonly fromMs: number;
  /** Infinity until the utterance ends. */
  toMs: number;
  /** The final tokens since the last endpoint. */
  finals: readonly Token[];
  /** The tokens after them that may still change. */
  pending: readonly Token[];
  /** True if Soniox has ended the turn of its words and no further words have arrived. */
  turnOver: boolean;
}

/** Length of audio after the last response that cannot contain unreported words once a turn is over, in ms. */
const UNREPORTED_MS = 1500;

/**
 * Creates the tokens of a connection. Soniox answers each `finalize` with the remaining final tokens of the audio so
 * far and `<fin>`, in order, so final tokens belong to the oldest unanswered utterance. Tokens that may still change
 * belong to the utterance in whose audio they begin. Tokens before the audio of the oldest utterance belong to an
 * utterance that was answered without `finalize`, and are dropped. A word may be several tokens, so the finals are kept
 * as an interim until the turn or the utterance ends.
 *
 * @param reportsTurns whether to return Soniox's findings about the turn
 */
export function createUtteranceTokens(reportsTurns: boolean): UtteranceTokens {
  let spans: readonly Span[] = [];
  let processedMs = 0;
  const takeToken = (token: Token): readonly SttAction[] => {
    const [oldest] = spans;
    if (oldest === undefined) return [];
    if (token.text === FINALIZED) {
      if (oldest.toMs === Infinity) return [];
      spans = spans.slice(1);
      return [...takePiece(oldest), { kind: 'done', utterance: oldest.utterance }];
    }
    if (token.text === ENDPOINT) {
      oldest.turnOver ||= oldest.finals.length > 0;
      return takePiece(oldest);
    }
    const span = token.isFinal ? oldest : spans.find(({ toMs }) => (token.startMs ?? 0) < toMs);
    if (span === undefined || (token.endMs ?? Infinity) <= span.fromMs) return [];
    if (token.isFinal) span.finals = [...span.finals, token];
    else span.pending = [...span.pending, token];
    return [];
  };
  return {
    begin: (utterance, nowMs) => {
      const tokens = { finals: [], pending: [], turnOver: false };
      spans = [...spans, { utterance, fromMs: nowMs, toMs: Infinity, ...tokens }];
    },
    end: (nowMs, over) => {
      const last = spans.at(-1);
      if (last === undefined) return [];
      last.toMs = nowMs;
      const isOver = over && last.turnOver && nowMs - processedMs <= UNREPORTED_MS;
      if (!isOver && last.fromMs < nowMs) return null;
      spans = spans.slice(0, -1);
      return [{ kind: 'done', utterance: last.utterance }];
    },
    addResponse: ({ tokens, processedMs: reportedMs }) => {
      processedMs = reportedMs ?? processedMs;
      for (const span of spans) span.pending = [];
      const answers = tokens.flatMap(takeToken);
      const turns = reportsTurns ? spans.slice(0, 1).flatMap((span) => findTurn(span, processedMs)) : [];
      return [...answers, ...spans.flatMap(createInterim), ...turns];
    },
  };
}

/** Takes the final tokens of an utterance as a piece of its text. */
function takePiece(span: Span): readonly SttAction[] {
  const { utterance, finals, fromMs } = span;
  const piece = joinTokens(finals, fromMs);
  span.finals = [];
  return piece.text === '' ? [] : [{ kind: 'piece', utterance, ...piece }];
}

function createInterim({ utterance, finals, pending, fromMs }: Span): readonly SttAction[] {
  const interim = joinTokens([...finals, ...pending], fromMs);
  return interim.text === '' ? [] : [{ kind: 'interim', utterance, ...interim }];
}

/** Finds the state of the turn in a continuing utterance. Returns nothing before its first words. */
function findTurn(span: Span, processedMs: number): readonly SttAction[] {
  const { utterance, fromMs, toMs, finals, pending } = span;
  const hasWords = finals.length > 0 || pending.length > 0;
  if (hasWords) span.turnOver = false;
  if (toMs < Infinity || (!hasWords && !span.turnOver)) return [];
  const atMs = Math.max(0, processedMs - fromMs);
  return [{ kind: 'turn', utterance, state: hasWords ? 'update' : 'end', atMs }];
}
