import { isOfWord, type Cursor, type Match } from './cursor.ts';
import type { SpokenLanguage } from '../../src/core/languages/spokenLanguage.ts';

const URL_TEXT = /^(?:https?:\/\/|www\.)[^\s<>"`]+/iu;
const EMAIL = /^[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/u;
const ENDING = /[\p{P}*_~|]+$/u;
/** A path short enough to be spoken. */
const SHORT_PATH = /^(?:\/[\p{L}\p{N}._-]{1,20}){1,3}\/?$/u;

/** Speaks a URL as its host and a short path, and an email address by its parts. */
export function sayAddress({ run, place, words }: Cursor): Match | null {
  if (isOfWord(place.before)) return null;
  const url = URL_TEXT.exec(run)?.[0];
  if (url !== undefined) return sayUrl(url, words.language);
  const mail = run.includes('@') ? EMAIL.exec(run)?.[0] : undefined;
  return mail === undefined ? null : { length: mail.length, spoken: saySigns(mail, words.language) };
}

/** Speaks a URL without its scheme, its query and trailing punctuation. */
export function sayUrl(text: string, language: SpokenLanguage | null): Match | null {
  const url = withoutEnding(text);
  const [, host = '', path = ''] = /^(?:https?:\/\/)?(?:[^/@?#]*@)?(?:www\.)?([^/?#]*)([^?#]*)/iu.exec(url) ?? [];
  if (host === '') return null;
  const shown = SHORT_PATH.test(path) ? host + path.replace(/\/$/u, '') : host;
  return { length: url.length, spoken: saySigns(shown, language) };
}

/** Spells out the signs in an address or code. Without a language, they stay. */
export function saySigns(text: string, language: SpokenLanguage | null): string {
  if (language === null) return text;
  const spoken = text.replaceAll(/[^\p{L}\p{N}\s]/gu, (sign) => {
    if (sign === '_' || sign === '-') return ' ';
    const name = Object.hasOwn(language.signs, sign) ? language.signs[sign] : undefined;
    return name === undefined ? sign : ` ${name} `;
  });
  return spoken.replaceAll(/ {2,}/gu, ' ').trim();
}

/** Removes trailing punctuation. A closing bracket stays if the URL contains the opening one. */
function withoutEnding(url: string): string {
  const ending = ENDING.exec(url)?.[0].replace(/^\//u, '') ?? '';
  const isOpened = ending.startsWith(')') && url.slice(0, url.length - ending.length).includes('(');
  return url.slice(0, url.length - ending.length + Number(isOpened));
}
