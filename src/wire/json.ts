export type JsonObject = Readonly<Record<string, unknown>>;

/** Parses the object in a text frame. Returns null for anything else and never throws. */
export function parseObject(frame: string | Uint8Array): JsonObject | null {
  if (typeof frame !== 'string') return null;
  try {
    return asObject(JSON.parse(frame));
  } catch {
    return null;
  }
}

/** Creates the action that sends `message` as JSON. */
export function createSend(message: JsonObject): { readonly kind: 'send'; readonly frame: string } {
  return { kind: 'send', frame: JSON.stringify(message) };
}

export function asObject(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}

export function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns a string unchanged, and `''` for any other value. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Returns a finite number unchanged, and null for any other value. */
export function asNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
