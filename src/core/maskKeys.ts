/** A name and password: inside a URL, or in front of a host. */
const USER_INFO = /\/\/[^/?#\s"'<>]*@|(?<![\w.:/])[^\s:/?#@"'<>,;()]+:[^\s:/?#@"'<>]+@(?=[\w-]+\.|localhost)/gu;

/** A parameter of a URL whose name says that it is secret. */
const QUERY = /(?<=[?&][^=&\s#]*(?:key|token|secret|signature|sig|password|credential|auth)[^=&\s#]*=)[^&\s#"'<>]+/giu;

/** A value behind a word that says what it is: `API key: …`, `"password":"…"`, `Authorization: Basic …`, `Bearer …`. */
const NAMED =
  /(?<=(?:key|token|secret|password|passphrase)s?(?:\s+(?:provided|given|is|was))?["']?\s?[:=]\s?["']?|\bauthorization["']?\s?[:=]\s?["']?(?:(?:Basic|Token)\s)?|\bBearer\s)(?!(?:Basic|Bearer|Token)\s)[^\s"'<>,;&]+/giu;

/** A word that begins as the keys of known services do. */
const PREFIXED = /\b(?:sk|pk|rk|ek|ak|gsk|xai|ghp|gho|glpat)[-_][\w-]{6,}/gu;

/** What may be a key, or several with separators between them. */
const RUN = /[\w+/~-]{20,}={0,2}/gu;

/** A part of a run without a separator that paths have, too. */
const WORD = /[\w+~-]{20,}={0,2}/gu;

/**
 * Masks what may be a key or a password, in an error of a service or of an agent: they often quote what they refuse. Masking a
 * text again changes nothing.
 */
export function maskKeys(text: string): string {
  return text
    .replaceAll(USER_INFO, (found) => (found.startsWith('//') ? '//***@' : '***@'))
    .replaceAll(QUERY, '***')
    .replaceAll(NAMED, '***')
    .replaceAll(PREFIXED, '***')
    .replaceAll(RUN, (run) => (isRandom(run) ? '***' : run.replaceAll(WORD, maskWord)));
}

/** A word with a digit is masked; one of letters may be a long word. */
function maskWord(word: string): string {
  return /\d/u.test(word) ? '***' : word;
}

/** Changes between upper case, lower case and digits, of all characters: random ones have 0.6, names and paths 0.2. */
const MIN_CHANGES = 0.3;

function isRandom(run: string): boolean {
  const kinds = run.split('').map(kindOf);
  const changes = kinds.filter(
    (kind, at) => at > 0 && kind !== 'other' && kinds[at - 1] !== 'other' && kind !== kinds[at - 1],
  );
  return changes.length >= MIN_CHANGES * run.length;
}

function kindOf(char: string): 'digit' | 'lower' | 'upper' | 'other' {
  if (char >= '0' && char <= '9') return 'digit';
  if (char >= 'a' && char <= 'z') return 'lower';
  return char >= 'A' && char <= 'Z' ? 'upper' : 'other';
}
