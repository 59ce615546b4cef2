import type { FilledAzureTts } from './settings.ts';

export interface SsmlVoice {
  readonly voice: string;
  /** BCP-47 tag of the text. */
  readonly language: string;
  readonly prosody: FilledAzureTts['prosody'];
}

/** `text` as Azure's voices take it. Nothing in it is taken for markup; what XML 1.0 cannot hold is left out. */
export function ssmlOf(text: string, { voice, language, prosody }: SsmlVoice): string {
  const spoken = `<voice name='${escaped(voice)}'>${withProsody(escaped(text), prosody)}</voice>`;
  return `<speak version='1.0' ${NAMESPACES} xml:lang='${escaped(language)}'>${spoken}</speak>`;
}

/** As the official client writes them. */
const NAMESPACES =
  "xmlns='http://www.w3.org/2001/10/synthesis' xmlns:mstts='http://www.w3.org/2001/mstts' xmlns:emo='http://www.w3.org/2009/10/emotionml'";

/** Bare numbers: a rate is a multiplier and a volume absolute; `120%` would be read as an addition. */
function withProsody(spoken: string, prosody: FilledAzureTts['prosody']): string {
  const { rate = null, volume = null, pitch = null } = prosody ?? {};
  const attributes = Object.entries({ rate, volume, pitch }).filter(([, value]) => value !== null);
  if (attributes.length === 0) return spoken;
  return `<prosody ${attributes.map(([name, value]) => `${name}='${value}'`).join(' ')}>${spoken}</prosody>`;
}

function escaped(text: string): string {
  return text.replaceAll(ILLEGAL, '').replaceAll(/[&<>"']/gu, (mark) => ENTITIES[mark] ?? mark);
}

/** Control characters, lone surrogates and the two that are no characters. */
const ILLEGAL = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
