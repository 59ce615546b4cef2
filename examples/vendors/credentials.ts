/** The fields that sign requests. */
const NEEDED = ['client_email', 'private_key'];

/** Parses the key file of a service account. Errors never contain its text. */
export function parseCredentials(variable: string, json: string): Record<string, unknown> {
  const credentials = parseObject(json);
  if (credentials === null) throw new Error(`${variable}: expected the JSON of a service account's key file`);
  const missing = NEEDED.filter((name) => typeof credentials[name] !== 'string' || credentials[name] === '');
  if (missing.length === 0) return credentials;
  throw new Error(
    `${variable}: expected a service account's key file with ${NEEDED.join(' and ')}, got one without ${missing.join(' and ')}`,
  );
}

function parseObject(json: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
