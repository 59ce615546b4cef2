export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Parses the object in a text frame. Returns null for anything else and never throws.
 *
 * @example
 * ```ts
 * import { parseObject } from 'antiphon/providers';
 *
 * console.log(parseObject('{"type":"final"}')); // { type: 'final' }
 * console.log(parseObject('[1]'), parseObject('garbage'), parseObject(new Uint8Array())); // null null null
 * ```
 */
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

/**
 * Returns an object unchanged, and null for any other value, such as an array.
 *
 * @example
 * ```ts
 * import { asObject, asText, parseObject } from 'antiphon/providers';
 *
 * const { result } = parseObject('{"result":{"text":"hello"}}') ?? {};
 * console.log(asText(asObject(result)?.['text'])); // 'hello'
 * ```
 */
export function asObject(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}

/**
 * Returns an array unchanged, and `[]` for any other value.
 *
 * @example
 * ```ts
 * import { asArray, asObject, asText, parseObject } from 'antiphon/providers';
 *
 * const { words } = parseObject('{"words":[{"text":"a"},{"text":"table"}]}') ?? {};
 * console.log(asArray(words).map((word) => asText(asObject(word)?.['text']))); // ['a', 'table']
 * ```
 */
export function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/**
 * Returns a string unchanged, and `''` for any other value.
 *
 * @example
 * ```ts
 * import { asText, parseObject } from 'antiphon/providers';
 *
 * const { text, error } = parseObject('{"text":"hello"}') ?? {};
 * console.log(asText(text), asText(error)); // 'hello' ''
 * ```
 */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/**
 * Returns a finite number unchanged, and null for any other value.
 *
 * @example
 * ```ts
 * import { asNumber, parseObject } from 'antiphon/providers';
 *
 * const { confidence, speaker } = parseObject('{"confidence":0.9,"speaker":"A"}') ?? {};
 * console.log(asNumber(confidence), asNumber(speaker)); // 0.9 null
 * ```
 */
export function asNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
