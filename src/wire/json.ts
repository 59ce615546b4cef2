export type JsonObject = Readonly<Record<string, unknown>>;

/** The object that a text frame holds; null for whatever else it is. Never throws. */
export function parseObject(frame: string | Uint8Array): JsonObject | null {
  if (typeof frame !== 'string') return null;
  try {
    return asObject(JSON.parse(frame));
  } catch {
    return null;
  }
}

export function asObject(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}

export function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** `''` for whatever is no string. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Null for whatever is no finite number. */
export function asNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
