/** Names of fields whose values are never shown: `api_key`, `credentials`, `accessToken`, the `headers` of `extra` … */
const SECRET_NAME = /(?:key|secret|token|password|passphrase|credential|authorization|header)s?$/iu;

/** One unbroken run of 20 characters or more is what keys look like, whatever the field is called. */
const SECRET_LOOK = /\S{20,}/u;

/** A name and password inside a URL. */
const USER_INFO = /\/\/[^/@\s]*@/gu;

const LONGEST_ECHO = 60;

/** A copy of a valid config that may be logged: keys, credentials and whatever is named like them read `***`. */
export function maskConfig(config: object): Record<string, unknown> {
  const masked = JSON.stringify(config, (name, value: unknown) => {
    if (isSecretName(name)) return '***';
    return typeof value === 'string' ? value.replaceAll(USER_INFO, '//***@') : value;
  });
  return JSON.parse(masked) as Record<string, unknown>;
}

/** What came at `path`, for an error message: in full only where it is short and cannot be a secret. */
export function describeInput(value: unknown, path: readonly PropertyKey[]): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return path.some(isSecretName) ? lengthOf(value) : echo(value);
  if (typeof value === 'number') return path.some(isSecretName) ? 'a number' : String(value);
  if (value === null || typeof value === 'boolean') return String(value);
  return typeof value === 'object' ? kindOf(value) : `a ${typeof value}`;
}

function isSecretName(name: PropertyKey): boolean {
  return SECRET_NAME.test(String(name));
}

function echo(text: string): string {
  return text.length > LONGEST_ECHO || SECRET_LOOK.test(text) ? lengthOf(text) : JSON.stringify(text);
}

function lengthOf(text: string): string {
  return `a string of ${text.length} characters`;
}

function kindOf(value: object): string {
  if (Array.isArray(value)) return `an array of ${value.length}`;
  const { constructor } = value;
  return constructor === undefined || constructor === Object ? 'an object' : `an instance of ${constructor.name}`;
}
