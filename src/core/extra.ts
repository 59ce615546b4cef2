import type * as z from 'zod';
import { lazySchema, loadZod } from './zod.ts';

/** Additions to a provider's requests, in the provider's own terms. */
export interface ExtraParts {
  /** Query parameters; an array repeats the parameter. */
  readonly query?:
    | Readonly<Record<string, string | number | boolean | readonly (string | number | boolean)[]>>
    | undefined;
  /** Fields of the JSON message that configures a connection or a request; objects are merged deeply. */
  readonly body?: Readonly<Record<string, unknown>> | undefined;
  /** HTTP headers. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** The parts of `extra` that a provider supports. */
export type Extra<Part extends keyof ExtraParts> = Pick<ExtraParts, Part>;

/** Names that the adapter sets itself and `extra` may not set. Fields are given by their dotted path. */
export type Reserved<Part extends keyof ExtraParts> = { readonly [P in Part]: readonly string[] };

/** Creates the schema of `extra`. It rejects the names that the adapter sets itself. */
export function createExtraSchema<Part extends keyof ExtraParts>(
  reserved: Reserved<Part>,
): z.ZodType<Extra<Part>, Extra<Part>> {
  const parts = Object.entries<readonly string[]>(reserved).map(([part, names]) => [part, schemaOf(part, names)]);
  return loadZod().strictObject(Object.fromEntries(parts)) as unknown as z.ZodType<Extra<Part>, Extra<Part>>;
}

/** Headers for the connection and the key, which `extra` may not set for any provider. */
const CONNECTION_HEADERS =
  /^(?:authorization|proxy-authorization|host|connection|upgrade|content-length|content-type|transfer-encoding|te|trailer|keep-alive|expect|sec-websocket-.*)$/iu;

const SET_BY_ADAPTER = 'a name that the adapter does not set itself';

const scalar = lazySchema((z) => z.union([z.string(), z.number(), z.boolean()]));
const headerName = lazySchema((z) => z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/u, 'the name of an HTTP header'));
const headerValue = lazySchema((z) =>
  z.string().regex(/^[\t\u0020-\u007e\u0080-\u00ff]*$/u, 'the value of an HTTP header, on one line'),
);

type Fields = Readonly<Record<string, unknown>>;
type Refine = z.core.$RefinementCtx;

function schemaOf(part: string, reserved: readonly string[]): z.ZodType {
  if (part === 'body') return bodySchema(reserved).optional();
  const z = loadZod();
  const taken = new Set(reserved.map((name) => name.toLowerCase()));
  const isTaken = (name: string): boolean =>
    taken.has(name.toLowerCase()) || (part === 'headers' && CONNECTION_HEADERS.test(name));
  const [names, values] =
    part === 'headers'
      ? [headerName(), headerValue()]
      : [
          z.string().min(1, 'a name'),
          z.union([scalar(), z.array(scalar())], 'a string, number, boolean or an array of them'),
        ];
  return z
    .record(names, values)
    .superRefine((given, context) =>
      refuse(
        Object.keys(given)
          .filter(isTaken)
          .map((name) => [name]),
        context,
      ),
    )
    .optional();
}

function bodySchema(reserved: readonly string[]): z.ZodType {
  const z = loadZod();
  const paths = reserved.map((field) => field.split('.'));
  return z.record(z.string(), z.unknown()).superRefine((body, context) =>
    refuse(
      paths.filter((path) => sets(body, path)),
      context,
    ),
  );
}

function refuse(paths: readonly (readonly string[])[], context: Refine): void {
  for (const path of paths) context.addIssue({ code: 'custom', path: [...path], message: SET_BY_ADAPTER });
}

/** Returns whether `body` sets the field at `path`, or a value above it that is not an object. */
function sets(body: Fields, [first, ...rest]: readonly string[]): boolean {
  if (first === undefined || !Object.hasOwn(body, first)) return false;
  const below = body[first];
  return rest.length === 0 || typeof below !== 'object' || below === null || sets(below as Fields, rest);
}
