/** Amounts by provider and model. */
export type UsedAmounts = Map<string, UsedAmount>;

interface UsedAmount {
  readonly provider: string;
  readonly model: string | null;
  /** Audio in seconds, or characters of text, that were sent to it. */
  sent: number;
  /** Characters that were heard. */
  heard: number;
}

/** Adds amounts of one provider. */
export function addAmount(
  amounts: UsedAmounts,
  { provider, model = null }: { readonly provider: string; readonly model?: string | null | undefined },
  { sent = 0, heard = 0 }: { readonly sent?: number; readonly heard?: number },
): void {
  const key = JSON.stringify([provider, model]);
  const before = amounts.get(key);
  if (before === undefined) amounts.set(key, { provider, model, sent, heard });
  else {
    before.sent += sent;
    before.heard += heard;
  }
}
