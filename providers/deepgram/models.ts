/** The one Flux model that is told the language. */
export const FLUX_MULTILINGUAL = 'flux-general-multi';

interface ModelSetting {
  readonly model: string;
}

/** Whether the model belongs to Flux, which works in turns: it is served by `/v2/listen` or `/v2/speak`. */
export function isFlux({ model }: ModelSetting): boolean {
  return model.startsWith('flux-');
}

/** Nova-3 refuses `keywords`, and would take a weight for a part of the term. */
export function supportsKeyterms({ model }: ModelSetting): boolean {
  return /^(?:nova-[3-9]|flux-)/u.test(model);
}

/** `de` of `de-AT`. */
export function primarySubtag(language: string): string {
  return (language.split('-')[0] ?? language).toLowerCase();
}
