/** A text to be spoken, and its settings. */
export interface Ssml {
  readonly language: string;
  readonly voice: string;
  readonly prosody: Readonly<Record<string, string>>;
  /** Style, its degree, and role. */
  readonly expression: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Parses one voice, perhaps one expression, perhaps one prosody, and text without markup. Null for anything else. */
export function parseSsml(xml: string): Ssml | null {
  const { style, rest } = removeExpression(xml);
  const { root, voice, marks = '', plain, shaped = plain } = SHAPE.exec(rest)?.groups ?? {};
  const { version, xmlns, 'xml:lang': language } = parseAttributes(root ?? '');
  const text = shaped === undefined ? null : unescapeText(shaped);
  if (version !== '1.0' || xmlns !== 'http://www.w3.org/2001/10/synthesis') return null;
  if (language === undefined || voice === undefined || text === null) return null;
  return { language, voice, prosody: parseAttributes(marks), expression: parseAttributes(style), text };
}

/** Removes the element of an expression, which may be between a voice and its text. */
function removeExpression(xml: string): { readonly style: string; readonly rest: string } {
  const { before, style, inner, after } = EXPRESSED.exec(xml)?.groups ?? {};
  return style === undefined ? { style: '', rest: xml } : { style, rest: `${before}${inner}${after}` };
}

const EXPRESSED =
  /^(?<before>.*?<voice [^>]*>)<mstts:express-as(?<style>(?: (?:style|styledegree|role)='[^'<]+')+)>(?<inner>.*)<\/mstts:express-as>(?<after><\/voice>.*)$/su;
const ROOT = "<speak(?<root>(?: [\\w:]+='[^'<]*')+)>";
const PROSODY = "<prosody(?<marks>(?: (?:rate|volume|pitch)='[\\w.-]+')+)>(?<shaped>[^<]*)</prosody>";
const SHAPE = new RegExp(`^${ROOT}<voice name='(?<voice>[^'<]+)'>(?:${PROSODY}|(?<plain>[^<]*))</voice></speak>$`, 'u');

function parseAttributes(marks: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...marks.matchAll(/ ([\w:]+)='([^']*)'/gu)].map(([, name = '', value = '']) => [name, value]),
  );
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Returns null for text with markup, or with characters that XML 1.0 does not have. */
function unescapeText(xml: string): string | null {
  if (!/^(?:[^&<>]|&(?:amp|lt|gt|quot|apos);)*$/u.test(xml) || /\p{Cs}/u.test(xml)) return null;
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  if (/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/u.test(xml)) return null;
  return xml.replaceAll(/&(\w+);/gu, (_, name: string) => ENTITIES[name] ?? '');
}
