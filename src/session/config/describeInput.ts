/** Names of fields whose values are never shown: `api_key`, `credentials`, `accessToken`, the `headers` of `extra` … */
const SECRET_NAME = /(?:key|secret|token|password|passphrase|credential|authorization|header)s?$/iu;

/** A run of 20 characters without a space: it may be a key, whatever its field is called. */
const SECRET_VALUE = /\S{20,}/u;

const MAX_SHOWN = 60;

/** Describes the value at `path` for an error message. Shows only short values that cannot be secrets, and none of `session_data`. */
export function describeInput(value: unknown, path: readonly PropertyKey[] = []): string {
  if (value === undefined) return 'nothing';
  if (value === null || typeof value === 'boolean') return String(value);
  const isSecret = isSecretPath(path);
  if (typeof value === 'number') return isSecret ? 'a number' : String(value);
  if (typeof value === 'object') return describeObject(value);
  if (typeof value !== 'string') return `a ${typeof value}`;
  const isShown = !isSecret && value.length <= MAX_SHOWN && !SECRET_VALUE.test(value);
  return isShown ? JSON.stringify(value) : `a string of ${value.length} characters`;
}

function isSecretPath(path: readonly PropertyKey[]): boolean {
  return path[0] === 'session_data' || path.some(isSecretName);
}

export function isSecretName(name: PropertyKey): boolean {
  return SECRET_NAME.test(String(name));
}

function describeObject(value: object): string {
  if (Array.isArray(value)) return `an array of ${value.length}`;
  const { constructor } = value;
  return constructor === undefined || constructor === Object ? 'an object' : `an instance of ${constructor.name}`;
}
