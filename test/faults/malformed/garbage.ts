import fc from 'fast-check';

/** Looks like an object, and throws at every access. */
function unreadable(): object {
  const refuse = (): never => {
    throw Object.create(null);
  };
  return new Proxy({}, { get: refuse, has: refuse, ownKeys: refuse, getPrototypeOf: refuse });
}

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

const OBJECTS: readonly (() => unknown)[] = [
  () => ({}),
  () => [],
  () => [null, { from: 'a' }],
  () => Object.create(null),
  () => unreadable(),
  () => revoked(),
  () => Buffer.alloc(7),
  () => Buffer.alloc(640),
  () => new Float32Array(160),
  () => new Uint8Array(3),
  () => new Int16Array(0),
  () => new Date(Number.NaN),
  () => Promise.resolve(1),
  () => ({ toString: () => unreadable() }),
  () => () => undefined,
];

/** Makes a value. fast-check looks into the values that it generates, and some of these throw then. */
export type Make = () => unknown;

const PLAIN = [undefined, null, Number.NaN, Infinity, -Infinity, -1, 0.5, 2 ** 40, '', 'audio', true, 10n];

/** Values that violate every contract, fresh each time. */
export const garbage: fc.Arbitrary<Make> = fc.oneof(
  fc.constantFrom(
    ...PLAIN.map(
      (value): Make =>
        () =>
          value,
    ),
  ),
  fc.constantFrom(...OBJECTS),
);

/** What a broken port may throw. */
export const thrown: fc.Arbitrary<Make> = fc.oneof(
  garbage,
  fc.constant(() => new Error('it fails')),
);

/** A valid event with one or two of its properties, or of those of an object in it, replaced. */
export function mutated(valid: fc.Arbitrary<object>): fc.Arbitrary<Make> {
  const change = fc.record({ at: fc.nat(), inner: fc.nat(), make: garbage });
  return fc.tuple(valid, fc.array(change, { minLength: 1, maxLength: 2 })).map(
    ([event, changes]) =>
      () =>
        changes.reduce<object>((before, how) => replaced(before, how), event),
  );
}

interface Change {
  readonly at: number;
  readonly inner: number;
  readonly make: Make;
}

function replaced(event: object, { at, inner, make }: Change): object {
  const keys = Object.keys(event);
  const key = keys[at % Math.max(1, keys.length)] ?? 'kind';
  const nested = (event as Record<string, unknown>)[key];
  if (inner % 2 === 0 || !isPlain(nested)) return { ...event, [key]: make() };
  return { ...event, [key]: replaced(nested, { at: inner, inner: 0, make }) };
}

function isPlain(value: unknown): value is object {
  try {
    return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  } catch {
    return false;
  }
}
