import type { FilledAzureTts } from './settings.ts';

export interface SsmlSettings extends Pick<FilledAzureTts, 'prosody' | 'style' | 'style_degree' | 'role'> {
  readonly voice: string;
  /** BCP-47 tag of the text. */
  readonly language: string;
}

/**
 * Creates the SSML of `text`. Escapes the text and drops characters that XML 1.0 does not allow.
 *
 * @see https://learn.microsoft.com/azure/ai-services/speech-service/speech-synthesis-markup-voice
 */
export function createSsml(text: string, settings: SsmlSettings): string {
  const { voice, language, prosody, style, style_degree: styledegree, role } = settings;
  // Bare numbers make a rate a multiplier and a volume absolute; `120%` would be relative.
  const { rate, volume, pitch } = prosody ?? {};
  const paced = wrapElement('prosody', { rate, volume, pitch }, escapeXml(text));
  const expressed = wrapElement('mstts:express-as', { style, styledegree, role }, paced);
  const spoken = `<voice name='${escapeXml(voice)}'>${expressed}</voice>`;
  return `<speak version='1.0' ${NAMESPACES} xml:lang='${escapeXml(language)}'>${spoken}</speak>`;
}

/** The namespaces of the official client. */
const NAMESPACES =
  "xmlns='http://www.w3.org/2001/10/synthesis' xmlns:mstts='http://www.w3.org/2001/mstts' xmlns:emo='http://www.w3.org/2009/10/emotionml'";

type Attributes = Readonly<Record<string, string | number | null | undefined>>;

/** Wraps `content` in an element with the given attributes; without any, returns it unchanged. */
function wrapElement(element: string, attributes: Attributes, content: string): string {
  const given = Object.entries(attributes).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [`${name}='${escapeXml(`${value}`)}'`],
  );
  return given.length === 0 ? content : `<${element} ${given.join(' ')}>${content}</${element}>`;
}

export function escapeXml(text: string): string {
  return text.replaceAll(ILLEGAL, '').replaceAll(/[&<>"']/gu, (character) => ENTITIES[character] ?? character);
}

/** Control characters, lone surrogates and the two noncharacters. */
const ILLEGAL = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
