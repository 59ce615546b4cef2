/** A name and password inside a URL. */
const USER_INFO = /\/\/[^/?#\s"'<>]*@/gu;

/** Text without spaces, which may contain a name and password before a host. */
const UNBROKEN = /[^\s"'<>]+/gu;

/** Separators of an address, and the text between them. */
const PARTS = /[/?#@:,;()]|[^/?#@:,;()]+/gu;

/** A host after an `@`. */
const HOST = /^(?:[\w-]+\.|localhost)/u;

/** A parameter of a URL whose name says that it is secret. */
const QUERY =
  /([?&](?=[^=&?\s#]*(?:key|token|secret|signature|sig|password|credential|auth))[^=&?\s#]*=)[^&\s#"'<>]+/giu;

const SECRET_NAME = /key|token|secret|signature|sig|password|credential|auth/iu;

/** A value after a label: `API key: …`, `"password":"…"`, `Authorization: Basic …`, `Bearer …`. */
const NAMED =
  /(?<=(?:key|token|secret|password|passphrase)s?(?:\s+(?:provided|given|is|was))?["']?\s?[:=]\s?["']?|\bauthorization["']?\s?[:=]\s?["']?(?:(?:Basic|Token)\s)?|\bBearer\s)(?!(?:Basic|Bearer|Token)\s)[^\s"'<>,;&]+/giu;

/** A word with the prefix of a known service's keys. */
const PREFIXED = /\b(?:sk|pk|rk|ek|ak|gsk|xai|ghp|gho|glpat)[-_][\w-]{6,}/gu;

/** A run that may be a key, or several keys with separators. */
const RUN = /[\w+/~-]{20,}={0,2}/gu;

/** A part of a run without separators that also occur in paths. */
const WORD = /[\w+~-]{20,}={0,2}/gu;

/**
 * Masks possible keys and passwords in an error of a service or an agent, because such errors often quote what they
 * refuse. Masking is idempotent.
 */
export function maskKeys(text: string): string {
  return text
    .replaceAll(USER_INFO, '//***@')
    .replaceAll(UNBROKEN, (run) => (run.includes('@') && run.includes(':') ? maskUserInfo(run) : run))
    .replaceAll(QUERY, '$1***')
    .replaceAll(NAMED, '***')
    .replaceAll(PREFIXED, '***')
    .replaceAll(RUN, (run) => (isRandom(run) ? '***' : run.replaceAll(WORD, maskWord)));
}

/** Masks each name and password before a host. */
function maskUserInfo(run: string): string {
  const parts: string[] = [...(run.match(PARTS) ?? [])];
  for (const [at, part] of parts.entries()) {
    if (part !== '@' || !HOST.test(parts[at + 1] ?? '')) continue;
    const from = findName(parts, at);
    if (from === undefined) continue;
    const masked = `${kept(parts[from] ?? '', parts[from - 1])}***`;
    parts.fill('', from, at);
    parts[from] = masked;
  }
  return parts.join('');
}

/** Finds the part that contains the name before a password ending at `end`; undefined if there is no password. */
function findName(parts: readonly string[], end: number): number | undefined {
  let colon = end - 1;
  while (colon > 0 && !/^[/?#@:]$/u.test(parts[colon] ?? '')) colon -= 1;
  const isPassword = parts[colon] === ':' && colon < end - 1;
  return isPassword && colon > 0 && !/^[/?#@:,;()]$/u.test(parts[colon - 1] ?? '') ? colon - 1 : undefined;
}

/** Returns the beginning of a name that belongs to a preceding path or port. */
function kept(name: string, before: string | undefined): string {
  if (before !== '/' && before !== ':') return '';
  return name.slice(0, name.search(/[^\w.]/u) + 1);
}

/** Masks keys and passwords in a URL, such as that of a request. */
export function maskUrl(text: string): string {
  return text.replaceAll(USER_INFO, '//***@').replaceAll(QUERY, '$1***');
}

/** Returns whether a value with this name is secret. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}

/** Masks a word with a digit. A word of letters only may just be a long word. */
function maskWord(word: string): string {
  return /\d/u.test(word) ? '***' : word;
}

/**
 * Minimum share of characters at which upper case, lower case and digits alternate. Random text has 0.6; names and
 * paths have 0.2.
 */
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
