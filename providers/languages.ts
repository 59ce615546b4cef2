import type { SttConfig, SttMember, TtsConfig, TtsMember } from './names.ts';
import { STT_PROVIDERS, TTS_PROVIDERS, type SttEntry, type TtsEntry } from './registry.ts';

/** Returns the settings of a recogniser, or of all members of a fallback, with another language. */
export function withSttLanguage(stt: SttConfig, language: string): SttConfig {
  const change = (member: SttMember): SttMember => {
    const entry: SttEntry<SttMember, unknown> = STT_PROVIDERS[member.provider];
    return entry.withLanguage(member, language);
  };
  return stt.provider === 'fallback' ? { ...stt, members: stt.members.map(change) } : change(stt);
}

/**
 * Returns the settings of a voice with another language. Returns the same object if the language follows from the
 * voice's name or model, or is detected from the text.
 */
export function withTtsLanguage(tts: TtsConfig, language: string): TtsConfig {
  const change = (member: TtsMember): TtsMember => {
    const entry: TtsEntry<TtsMember, unknown> = TTS_PROVIDERS[member.provider];
    return entry.withLanguage?.(member, language) ?? member;
  };
  if (tts.provider !== 'fallback') return change(tts);
  const members = tts.members.map(change);
  return members.every((member, at) => member === tts.members[at]) ? tts : { ...tts, members };
}
