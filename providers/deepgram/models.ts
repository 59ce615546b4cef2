/** The only Flux model with a language setting. */
export const FLUX_MULTILINGUAL = 'flux-general-multi';

interface ModelSetting {
  readonly model: string;
}

/** Returns whether the model belongs to Flux, which works in turns on `/v2/listen` and `/v2/speak`. */
export function isFlux({ model }: ModelSetting): boolean {
  return model.startsWith('flux-');
}

/** Returns whether the model takes `keyterm`. Nova-3 rejects `keywords` and would read a weight as part of the term. */
export function supportsKeyterms({ model }: ModelSetting): boolean {
  return /^(?:nova-[3-9]|flux-)/u.test(model);
}

/** Lists the configured language of the model; empty if the model detects the language. */
export function listDeepgramLanguages({ model, language }: ModelSetting & { readonly language: string }): string[] {
  if (isFlux({ model })) return model === FLUX_MULTILINGUAL ? [] : ['en'];
  return language === 'multi' ? [] : [language];
}
