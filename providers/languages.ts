import type { SttConfig, TtsConfig } from './names.ts';

type SttMember = Exclude<SttConfig, { readonly provider: 'fallback' }>;
type TtsMember = Exclude<TtsConfig, { readonly provider: 'fallback' }>;

/** Returns the settings of a recogniser, or of all members of a fallback, with another language. */
export function withSttLanguage(stt: SttConfig, language: string): SttConfig {
  if (stt.provider !== 'fallback') return withLanguage(stt, language);
  return { ...stt, members: stt.members.map((member) => withLanguage(member, language)) };
}

function withLanguage(stt: SttMember, language: string): SttMember {
  switch (stt.provider) {
    case 'azure':
      return { ...stt, languages: [language] };
    case 'openai':
      return { ...stt, language: primaryTagOf(language) };
    case 'deepgram':
      return { ...stt, language };
    case 'local':
      // The provider's schema rejects unknown languages.
      return { ...stt, language } as SttMember;
  }
}

/**
 * Returns the settings of a voice with another language. Returns the same object if the language follows from the
 * voice's name or model, or is detected from the text.
 */
export function withTtsLanguage(tts: TtsConfig, language: string): TtsConfig {
  if (tts.provider !== 'fallback') return speaking(tts, language);
  const members = tts.members.map((member) => speaking(member, language));
  return members.every((member, at) => member === tts.members[at]) ? tts : { ...tts, members };
}

function speaking(tts: TtsMember, language: string): TtsMember {
  switch (tts.provider) {
    case 'azure':
      return (tts.voice ?? '') === '' ? { ...tts, language } : tts;
    case 'google':
      return (tts.voice_name ?? '') === '' ? { ...tts, language } : tts;
    case 'cartesia':
      return { ...tts, language: primaryTagOf(language) };
    case 'elevenlabs':
      return tts.language_code === undefined ? tts : { ...tts, language_code: primaryTagOf(language) };
    case 'local':
      return { ...tts, language };
    default:
      return tts;
  }
}

/** Returns the language of a tag: `de` of `de-CH`. */
function primaryTagOf(language: string): string {
  return language.split('-', 1)[0]?.toLowerCase() ?? language;
}
