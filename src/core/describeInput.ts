/** Names of fields whose values are never shown: `api_key`, `access_key_id`, `accessToken`, the `headers` of `extra` … */
const SECRET_NAME = /(?:key(?:_id)?|secret|token|password|passphrase|credential|authorization|header)s?$/iu;

/** A run of 20 characters without a space, which may be a key whatever its field is called. */
const SECRET_VALUE = /\S{20,}/u;

const MAX_SHOWN = 60;

/** Describes a value that is not secret, for an error message. Shows short strings that do not look like keys. */
export function describeInput(value: unknown): string {
  const isShown = typeof value === 'string' && value.length <= MAX_SHOWN && !SECRET_VALUE.test(value);
  if (isShown) return JSON.stringify(value);
  return typeof value === 'number' ? String(value) : describeKind(value);
}

/** Describes a value that may be secret, by its type and length. */
export function describeKind(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'object') return describeObject(value);
  return typeof value === 'string' ? `a string of ${value.length} characters` : `a ${typeof value}`;
}

/** Returns whether the field at a path may hold a secret, judging by its name or because it is in `session_data`. */
export function isSecretPath(path: readonly PropertyKey[]): boolean {
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
