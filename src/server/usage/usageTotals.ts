import { WASTE_REASONS, type Usage, type WasteReason } from '../../core/usage.ts';
import { mapNames } from '../../core/names.ts';
import { sum } from '../../core/sum.ts';

/** The usage of all sessions of a server. The maps are keyed by provider label. */
export interface UsageTotals {
  readonly seconds: ReadonlyMap<string, number>;
  readonly characters: ReadonlyMap<string, number>;
  readonly heardCharacters: ReadonlyMap<string, number>;
  readonly tokens: Readonly<Record<TokenKind, number>>;
  readonly wasted: Readonly<Record<WasteReason, number>>;
}

export type TokenKind = (typeof TOKEN_KINDS)[number];

export const TOKEN_KINDS = ['prompt', 'completion'] as const;

export const NO_TOTALS: UsageTotals = {
  seconds: new Map(),
  characters: new Map(),
  heardCharacters: new Map(),
  tokens: mapNames(TOKEN_KINDS, () => 0),
  wasted: mapNames(WASTE_REASONS, () => 0),
};

/** Adds the usage of a session. `labelOf` returns the label of a provider. */
export function addUsage(
  totals: UsageTotals,
  { stt, tts, llm }: Usage,
  labelOf: (provider: string) => string,
): UsageTotals {
  const tokensOf = (kind: TokenKind): number => sum(llm.map(({ tokens }) => tokens[`${kind}_tokens`]));
  const wastedBy = (reason: WasteReason): number => sum(llm.map(({ wasted }) => wasted[reason].total_tokens));
  return {
    seconds: addAll(totals.seconds, stt, ({ seconds }) => seconds, labelOf),
    characters: addAll(totals.characters, tts, ({ characters }) => characters, labelOf),
    heardCharacters: addAll(totals.heardCharacters, tts, ({ heardCharacters }) => heardCharacters, labelOf),
    tokens: mapNames(TOKEN_KINDS, (kind) => totals.tokens[kind] + tokensOf(kind)),
    wasted: mapNames(WASTE_REASONS, (reason) => totals.wasted[reason] + wastedBy(reason)),
  };
}

function addAll<Used extends { readonly provider: string }>(
  sums: ReadonlyMap<string, number>,
  list: readonly Used[],
  amountOf: (used: Used) => number,
  labelOf: (provider: string) => string,
): ReadonlyMap<string, number> {
  const added = new Map(sums);
  for (const used of list) {
    const label = labelOf(used.provider);
    added.set(label, (added.get(label) ?? 0) + amountOf(used));
  }
  return added;
}
