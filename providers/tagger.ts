/**
 * Creates a function that adds the provider's name. It checks nothing, because all faults of a config are reported
 * together later.
 */
export function createTagger<const Provider extends string>(
  provider: Provider,
): <Settings>(settings?: Settings) => Settings & { readonly provider: Provider } {
  return <Settings>(settings?: Settings) => ({ provider, ...(settings as Settings) });
}

/** Creates the settings of a fallback. */
export function createFallback<Member, Settings>(
  members: readonly Member[],
  settings?: Settings,
): Settings & { readonly provider: 'fallback'; readonly members: readonly Member[] } {
  return { provider: 'fallback', members, ...(settings as Settings) };
}
