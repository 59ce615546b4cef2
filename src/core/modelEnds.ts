/** The announced end of a vendor's models. */
export interface ModelEnd {
  readonly models: RegExp;
  /** The first day on which they are no longer served, in UTC. */
  readonly endsOn: `${number}-${number}-${number}`;
  /** Human-readable advice on which models to use instead. */
  readonly instead: string;
}

/** The announcements of a vendor. Docs: "Models that end" in docs/providers.md. */
export interface ModelEnds {
  /** Matches the hosts of the vendor. Other hosts may serve the models for longer. */
  readonly host: RegExp;
  readonly ends: readonly ModelEnd[];
}

export interface ConfiguredModel {
  readonly model?: string | undefined;
  readonly base_url?: string | undefined;
}

/** Returns the announced end of the configured model; null if there is none or another server is used. */
export function findModelEnd({ host, ends }: ModelEnds, { model, base_url }: ConfiguredModel): ModelEnd | null {
  if (model === undefined || (base_url !== undefined && !host.test(new URL(base_url).hostname))) return null;
  return ends.find(({ models }) => models.test(model)) ?? null;
}
