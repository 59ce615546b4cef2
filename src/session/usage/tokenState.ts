import type { ChunkUsage } from '../../core/chunk.ts';
import type { DiscardedAnswer, RoundProgress } from '../../core/turn.ts';
import { WASTE_REASONS, type WasteReason } from '../../core/usage.ts';
import { mapNames } from '../../core/names.ts';
import type { MetricEvent } from '../metrics/metricEvent.ts';

/** The calls of the handler so far. */
export interface TokenState {
  /** By the model that the chunks named; null: none. Of replies that are over. */
  readonly settled: ReadonlyMap<string | null, ModelTokens>;
  /** The latest reply: it may still be interrupted. */
  readonly reply: CalledReply | null;
}

/** The calls of one model. */
export interface ModelTokens {
  readonly calls: number;
  readonly unreportedCalls: number;
  readonly tokens: ChunkUsage;
  readonly wasted: Readonly<Record<WasteReason, ChunkUsage>>;
}

interface CalledReply {
  readonly turn: number;
  readonly end: WasteReason | null;
  readonly rounds: ReadonlyMap<number, CalledRound>;
}

interface CalledRound {
  readonly model: string | null;
  readonly tokens: ChunkUsage | null;
}

type TokenEvent = RoundProgress | Extract<MetricEvent, { readonly kind: 'reply' | 'end_reply' }>;

/** Further models count as this one: a service that names another one each time fills no memory. */
const OTHER = 'other';
const MAX_MODELS = 16;

export const initialTokens: TokenState = { settled: new Map(), reply: null };

export function updateTokens(state: TokenState, event: TokenEvent): TokenState {
  switch (event.kind) {
    case 'called':
      return withRound(state, event, NEW_ROUND);
    case 'chunk':
      return withRound(state, event, { model: event.model ?? null, tokens: null });
    case 'usage':
      return withRound(state, event, { model: null, tokens: event.usage });
    case 'kept':
      return state;
    case 'discarded':
      return addDiscarded(state, event);
    case 'reply':
      return event.event.kind === 'ended' ? endReply(state, event.event.turn, event.event.reason) : state;
    case 'end_reply':
      return endReply(state, event.turn, event.reason);
  }
}

/** Adds the calls of the latest reply to those before. */
export function sumTokens({ settled, reply }: TokenState): TokenState['settled'] {
  if (reply === null) return settled;
  return addRounds(settled, reply.rounds.values(), reply.end);
}

/** Adds an answer that was asked for before a commit and is not used: newer words have superseded it. */
function addDiscarded(state: TokenState, { model, usage: tokens }: DiscardedAnswer): TokenState {
  return { ...state, settled: addRounds(state.settled, [{ model: model ?? null, tokens }], 'superseded') };
}

function addRounds(
  settled: TokenState['settled'],
  rounds: Iterable<CalledRound>,
  end: WasteReason | null,
): TokenState['settled'] {
  const sums = new Map(settled);
  for (const round of rounds) {
    const model = sums.has(round.model) || sums.size < MAX_MODELS ? round.model : OTHER;
    sums.set(model, addRound(sums.get(model) ?? NO_CALLS, round, end));
  }
  return sums;
}

/** Adds what is known of a round. A round of a later reply settles the one before. */
function withRound(state: TokenState, { turn, round }: RoundProgress, found: CalledRound): TokenState {
  const { settled, reply } = state;
  if (reply === null || turn > reply.turn)
    return { settled: sumTokens(state), reply: { turn, end: null, rounds: new Map([[round, found]]) } };
  if (turn < reply.turn) return state;
  const before = reply.rounds.get(round) ?? NEW_ROUND;
  const model = found.model ?? before.model;
  const tokens = found.tokens ?? before.tokens;
  if (model === before.model && tokens === before.tokens && reply.rounds.has(round)) return state;
  return { settled, reply: { turn, end: reply.end, rounds: new Map(reply.rounds).set(round, { model, tokens }) } };
}

/** Notes why a reply was not used to its end. The first reason counts; one that was generated completely may still be cut. */
function endReply(state: TokenState, turn: number, reason: string): TokenState {
  const { reply } = state;
  const end = WASTE_REASONS.find((known) => known === reason);
  if (end === undefined || reply === null || reply.turn !== turn || reply.end !== null) return state;
  return { ...state, reply: { ...reply, end } };
}

const NO_TOKENS: ChunkUsage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };

const NO_CALLS: ModelTokens = {
  calls: 0,
  unreportedCalls: 0,
  tokens: NO_TOKENS,
  wasted: mapNames(WASTE_REASONS, () => NO_TOKENS),
};

const NEW_ROUND: CalledRound = { model: null, tokens: null };

function addRound(sum: ModelTokens, { tokens }: CalledRound, end: WasteReason | null): ModelTokens {
  const calls = sum.calls + 1;
  if (tokens === null) return { ...sum, calls, unreportedCalls: sum.unreportedCalls + 1 };
  const wasted = end === null ? sum.wasted : { ...sum.wasted, [end]: addTokens(sum.wasted[end], tokens) };
  return { ...sum, calls, tokens: addTokens(sum.tokens, tokens), wasted };
}

/** Adds the tokens of two completions. */
export function addTokens(one: ChunkUsage, other: ChunkUsage): ChunkUsage {
  return {
    prompt_tokens: one.prompt_tokens + other.prompt_tokens,
    completion_tokens: one.completion_tokens + other.completion_tokens,
    total_tokens: one.total_tokens + other.total_tokens,
  };
}
