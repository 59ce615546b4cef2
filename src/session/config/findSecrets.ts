import { isSecretName } from '../../core/describeInput.ts';

/** Minimum length of a secret: shorter values are not keys, and may occur in any text. */
const MIN_CHARS = 6;

/** Authentication schemes in front of a key in a header. */
const SCHEME = /^(?:Bearer|Basic|Token|Key)\s+/iu;

/**
 * Finds the secrets in a config, longest first: the values of fields with names that suggest a secret, and, in URLs,
 * passwords, user names without a password, and parameters with such names. Values from URLs are listed both as written
 * and decoded.
 */
export function findSecrets(config: object): readonly string[] {
  // Session data belongs to the agent, and may be anything.
  const { session_data: _, ...plain } = config as { readonly session_data?: unknown };
  const found = new Set<string>();
  const add = (value: string): void => {
    if (value.length >= MIN_CHARS) found.add(value).add(encodeURIComponent(value));
  };
  const visit = (value: unknown, isSecret: boolean): void => {
    if (typeof value === 'string') {
      if (isSecret) [value, value.replace(SCHEME, '')].forEach(add);
      else secretsOfUrl(value).forEach(add);
    } else if (typeof value === 'object' && value !== null)
      for (const [name, member] of Object.entries(value)) visit(member, isSecret || isSecretName(name));
  };
  visit(plain, false);
  return [...found].sort((a, b) => b.length - a.length);
}

function secretsOfUrl(text: string): readonly string[] {
  if (!/^(?:https?|wss?):/iu.test(text) || !URL.canParse(text)) return [];
  const { username, password, searchParams } = new URL(text);
  const values = [...searchParams].filter(([name]) => isSecretName(name)).map(([, value]) => value);
  // A user name without a password is a token.
  return [password === '' ? username : password, ...values].flatMap((value) => [value, decode(value)]);
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** Creates a function that replaces these secrets in a text, whatever their form. */
export function createSecretMask(secrets: readonly string[]): (text: string) => string {
  return (text) => secrets.reduce((masked, secret) => masked.replaceAll(secret, '***'), text);
}
