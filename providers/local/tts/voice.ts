import { ESPEAK_ENGLISH, type EnginePackages } from './engine.ts';
import { FLITE_VOICES } from './flite/voices.ts';
import { languageTag, type LocalTtsSettings } from './settings.ts';

/** A voice of Flite that is understood well (docs/benchmarks.md) and follows the pitch. */
const FLITE_ENGLISH = 'slt';

/** Selects the voice of the settings, or by their language: see `LocalTtsSettings`. */
export function selectVoice(
  { voice, language = 'en' }: Pick<LocalTtsSettings, 'voice' | 'language'>,
  installed: { has(engine: keyof EnginePackages): boolean },
): string {
  if (voice !== undefined) return voice;
  if (new Intl.Locale(language).language !== 'en') return language.toLowerCase();
  return installed.has('espeak') && !installed.has('flite') ? ESPEAK_ENGLISH : FLITE_ENGLISH;
}

/** Parses the language of a voice: `en-US` of `slt`, `en-us+f3` and `gmw/en-US`; `en` if the name has none. */
export function parseVoiceLanguage(voice: string): string {
  if (FLITE_VOICES.has(voice)) return 'en-US';
  const [name = ''] = voice.split('+');
  return languageTag(name.slice(name.lastIndexOf('/') + 1)) ?? 'en';
}
