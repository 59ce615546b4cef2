interface ModelSetting {
  readonly model: string;
}

/** Returns whether the model belongs to Universal-3: prompts, modes, more languages, and turns that it always formats. */
export function isUniversal3({ model }: ModelSetting): boolean {
  return /^(?:universal-3|u3-)/u.test(model);
}

/** Lists the languages that may be spoken; empty if the model detects any of its languages. */
export function listAssemblyAiLanguages(
  settings: ModelSetting & { readonly language_codes: readonly string[] },
): readonly string[] {
  if (isUniversal3(settings)) return settings.language_codes;
  return settings.model === 'universal-streaming-english' ? ['en'] : [];
}
