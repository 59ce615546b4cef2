import type { Extra } from '../core/extra.ts';
import { asObject, type JsonObject } from './json.ts';

type Query = readonly (readonly [name: string, value: string])[];
type Headers = Readonly<Record<string, string>>;

/** Appends the query parameters of `extra` to `query`. */
export function withExtraQuery(query: Query, extra: Extra<'query'> = {}): Query {
  const added = Object.entries(extra.query ?? {}).flatMap(([name, value]) =>
    [value].flat().map((each): readonly [string, string] => [name, `${each}`]),
  );
  return [...query, ...added];
}

/** Adds the headers of `extra` to `headers`, which take precedence. Names are compared without regard to case. */
export function withExtraHeaders(headers: Headers, extra: Extra<'headers'> = {}): Headers {
  const own = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const added = Object.entries(extra.headers ?? {}).filter(([name]) => !own.has(name.toLowerCase()));
  return { ...Object.fromEntries(added), ...headers };
}

/**
 * Merges the fields of `extra` deeply into `body`. If both set a field and it is not an object in both, `body` takes
 * precedence.
 */
export function withExtraBody(body: JsonObject, extra: Extra<'body'> = {}): JsonObject {
  return merge(extra.body ?? {}, body);
}

function merge(under: JsonObject, over: JsonObject): JsonObject {
  const merged = { ...under };
  for (const [name, value] of Object.entries(over)) {
    const [below, above] = [asObject(under[name]), asObject(value)];
    merged[name] = below !== null && above !== null ? merge(below, above) : value;
  }
  return merged;
}
