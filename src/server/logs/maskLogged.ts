import { isObject } from '../../core/isObject.ts';
import { isSecretName, maskUrl } from '../../core/maskKeys.ts';

const TOKEN = /ek_[\w.-]+/gu;

/**
 * Returns a logged value without tokens, and without keys in URLs. The value is a text, an error, or an object with
 * requests, replies, errors and texts. Values without tokens are returned unchanged.
 */
export function maskLogged<Value>(value: Value): Value {
  if (typeof value === 'string') return maskToken(value) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const masked = maskObject(value);
  if (masked !== value || !isPlain(value)) return masked;
  const entries = Object.entries(value).map(([name, one]) => [name, maskField(one)] as const);
  return entries.every(([name, one]) => one === Reflect.get(value, name))
    ? value
    : (Object.fromEntries(entries) as Value);
}

function maskField(value: unknown): unknown {
  if (typeof value === 'string') return maskToken(value);
  return typeof value === 'object' && value !== null ? maskObject(value) : value;
}

function maskToken(text: string): string {
  return maskUrl(text.replaceAll(TOKEN, 'ek_***'));
}

/** Returns a view of a request, a reply or an error that contains a token. */
function maskObject<Value extends object>(value: Value): Value {
  if (value instanceof Error) return maskTexts(value, ['message', 'stack']);
  const { raw, request } = value as { readonly raw?: unknown; readonly request?: unknown };
  if (!isObject(raw)) return maskTexts(value, ['url', 'originalUrl']);
  if (isObject(request)) return overlay(value, { request: maskObject(request) });
  return maskRequest(value, raw);
}

/** Returns a view of a request and its `raw`, from which fastify's getters read the URL. */
function maskRequest<Value extends object>(request: Value, raw: object): Value {
  const { params, query } = request as { readonly params?: unknown; readonly query?: unknown };
  return overlay(request, {
    raw: maskTexts(raw, ['url', 'originalUrl']),
    params: isObject(params) ? maskTexts(params, Object.keys(params)) : params,
    query: isObject(query) ? maskQuery(query) : query,
  });
}

/** Returns a view of a query without its secrets. */
function maskQuery(query: object): object {
  const secret = Object.keys(query).filter(isSecretName);
  return overlay(maskTexts(query, Object.keys(query)), Object.fromEntries(secret.map((name) => [name, '***'])));
}

/** Returns a view whose properties of these names contain no token. */
function maskTexts<Value extends object>(value: Value, names: readonly string[]): Value {
  const texts = names.map((name) => [name, Reflect.get(value, name)] as const);
  return overlay(
    value,
    Object.fromEntries(texts.map(([name, text]) => [name, typeof text === 'string' ? maskToken(text) : text])),
  );
}

/** Returns a view in which some properties have other values, or the object itself if nothing differs. */
function overlay<Value extends object>(value: Value, own: Readonly<Record<string, unknown>>): Value {
  const changed = Object.entries(own).filter(([name, one]) => one !== Reflect.get(value, name));
  if (changed.length === 0) return value;
  return Object.create(
    value,
    Object.fromEntries(changed.map(([name, one]) => [name, { value: one, enumerable: true, configurable: true }])),
  ) as Value;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
