/** What a text that is to be spoken says of itself. */
export interface Ssml {
  readonly language: string;
  readonly voice: string;
  readonly prosody: Readonly<Record<string, string>>;
  /** Style, its degree, and role. */
  readonly expression: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Reads what a voice takes: one voice, perhaps one expression, perhaps one prosody, text without markup. Null for all else. */
export function parseSsml(xml: string): Ssml | null {
  const { manner, rest } = removeExpression(xml);
  const { root, voice, marks = '', plain, shaped = plain } = SHAPE.exec(rest)?.groups ?? {};
  const { version, xmlns, 'xml:lang': language } = parseAttributes(root ?? '');
  const text = shaped === undefined ? null : unescapeText(shaped);
  if (version !== '1.0' || xmlns !== 'http://www.w3.org/2001/10/synthesis') return null;
  if (language === undefined || voice === undefined || text === null) return null;
  return { language, voice, prosody: parseAttributes(marks), expression: parseAttributes(manner), text };
}

/** Takes the one element off that may stand between a voice and all that it says. */
function removeExpression(xml: string): { readonly manner: string; readonly rest: string } {
  const { before, manner, said, after } = EXPRESSED.exec(xml)?.groups ?? {};
  return manner === undefined ? { manner: '', rest: xml } : { manner, rest: `${before}${said}${after}` };
}

const EXPRESSED =
  /^(?<before>.*?<voice [^>]*>)<mstts:express-as(?<manner>(?: (?:style|styledegree|role)='[^'<]+')+)>(?<said>.*)<\/mstts:express-as>(?<after><\/voice>.*)$/su;
const ROOT = "<speak(?<root>(?: [\\w:]+='[^'<]*')+)>";
const PROSODY = "<prosody(?<marks>(?: (?:rate|volume|pitch)='[\\w.-]+')+)>(?<shaped>[^<]*)</prosody>";
const SHAPE = new RegExp(`^${ROOT}<voice name='(?<voice>[^'<]+)'>(?:${PROSODY}|(?<plain>[^<]*))</voice></speak>$`, 'u');

function parseAttributes(marks: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...marks.matchAll(/ ([\w:]+)='([^']*)'/gu)].map(([, name = '', value = '']) => [name, value]),
  );
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Null for text with markup in it, or with characters that XML 1.0 does not have. */
function unescapeText(xml: string): string | null {
  if (!/^(?:[^&<>]|&(?:amp|lt|gt|quot|apos);)*$/u.test(xml) || /\p{Cs}/u.test(xml)) return null;
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  if (/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/u.test(xml)) return null;
  return xml.replaceAll(/&(\w+);/gu, (_, name: string) => ENTITIES[name] ?? '');
}
