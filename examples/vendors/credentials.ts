/** What a service account signs with. */
const NEEDED = ['client_email', 'private_key'];

/** The content of a service account's key file. It is never shown, not even where it cannot be read. */
export function parseCredentials(variable: string, json: string): Record<string, unknown> {
  const credentials = objectIn(json);
  if (credentials === null) throw new Error(`${variable}: expected the JSON of a service account's key file`);
  const missing = NEEDED.filter((name) => typeof credentials[name] !== 'string' || credentials[name] === '');
  if (missing.length === 0) return credentials;
  throw new Error(
    `${variable}: expected a service account's key file with ${NEEDED.join(' and ')}, got one without ${missing.join(' and ')}`,
  );
}

function objectIn(json: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
