import type { ChunkUsage } from '../../core/chunk.ts';
import { mapNames } from '../../core/names.ts';
import type { DiscardedAnswer, EndReason, RoundProgress } from '../../core/turn.ts';
import { addTokens, NO_TOKENS, WASTE_REASONS, type LlmUsage, type WasteReason } from '../../core/usage.ts';

/** The calls of one model. The tokens are replaced, never mutated. */
interface ModelTokens {
  calls: number;
  unreportedCalls: number;
  tokens: ChunkUsage;
  wasted: Readonly<Record<WasteReason, ChunkUsage>>;
}

interface CalledReply {
  readonly turn: number;
  readonly rounds: Map<number, CalledRound>;
  /** The reason why it was not used to its end. */
  end: WasteReason | null;
}

/** A call of the handler: the model that its chunks name, and the tokens that it has reported; null: none. */
interface CalledRound {
  model: string | null;
  tokens: ChunkUsage | null;
}

type SumsByModel = Map<string | null, ModelTokens>;

type RoundEvent = Extract<RoundProgress, { readonly kind: 'called' | 'chunk' | 'usage' }>;

/** The name for all further models, so that a service that names another one each time does not fill memory. */
const OTHER = 'other';
const MAX_MODELS = 16;

/** A counter of the handler's calls and their tokens. */
export class TokenMeter {
  /** The calls of replies that are over. */
  readonly #settled: SumsByModel = new Map();
  /** The replies that are not settled. The last is the latest one, which may still be interrupted. */
  readonly #replies: CalledReply[] = [];

  /** Adds the progress of a round of the latest reply, or of a later one. */
  add(event: RoundEvent): void {
    let reply = this.#replies.at(-1);
    if (reply === undefined || event.turn > reply.turn) {
      reply = { turn: event.turn, rounds: new Map(), end: null };
      this.#replies.push(reply);
    }
    if (event.turn < reply.turn) return;
    let round = reply.rounds.get(event.round);
    if (round === undefined) {
      round = { model: null, tokens: null };
      reply.rounds.set(event.round, round);
    }
    if (event.kind === 'chunk') round.model = event.model ?? round.model;
    else if (event.kind === 'usage') round.tokens = event.usage;
  }

  /** Adds the tokens of a response that belongs to no reply. */
  addApart(model: string, tokens: ChunkUsage): void {
    addRound(this.#settled, { model, tokens }, null);
  }

  /** Adds an unused answer that was requested before a commit: newer words have superseded it. */
  addDiscarded({ model, usage }: DiscardedAnswer): void {
    this.#settle();
    addRound(this.#settled, { model: model ?? null, tokens: usage }, 'superseded');
  }

  /**
   * Ends a reply. The first reason why it was not used to its end counts. A completely generated reply may still be
   * cut.
   */
  end(turn: number, reason: EndReason): void {
    const reply = this.#replies.at(-1);
    if (reply?.turn !== turn) return;
    if (reason !== 'complete') reply.end ??= reason;
    this.#settle();
  }

  /** Returns the calls so far, by model. */
  usage(): readonly LlmUsage[] {
    const sums: SumsByModel = new Map();
    for (const [model, sum] of this.#settled) sums.set(model, { ...sum });
    for (const reply of this.#replies) addReply(sums, reply);
    return Array.from(sums, ([model, sum]) => ({ model, ...sum }));
  }

  /** Settles the replies before the latest. Does not run when the latest begins, since the user waits then. */
  #settle(): void {
    for (const reply of this.#replies.splice(0, this.#replies.length - 1)) addReply(this.#settled, reply);
  }
}

const NO_WASTE: ModelTokens['wasted'] = mapNames(WASTE_REASONS, () => NO_TOKENS);

function addReply(sums: SumsByModel, { rounds, end }: CalledReply): void {
  for (const round of rounds.values()) addRound(sums, round, end);
}

function addRound(sums: SumsByModel, { model, tokens }: CalledRound, end: WasteReason | null): void {
  const sum = findSum(sums, model);
  sum.calls += 1;
  if (tokens === null) {
    sum.unreportedCalls += 1;
    return;
  }
  sum.tokens = addTokens(sum.tokens, tokens);
  if (end !== null) sum.wasted = { ...sum.wasted, [end]: addTokens(sum.wasted[end], tokens) };
}

function findSum(sums: SumsByModel, model: string | null): ModelTokens {
  const name = sums.has(model) || sums.size < MAX_MODELS ? model : OTHER;
  const found = sums.get(name);
  if (found !== undefined) return found;
  const added: ModelTokens = { calls: 0, unreportedCalls: 0, tokens: NO_TOKENS, wasted: NO_WASTE };
  sums.set(name, added);
  return added;
}
