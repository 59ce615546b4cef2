import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { printed, surfaceOf, unnameable } from './surface.ts';
import type { Shown } from './surface.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const { exports } = JSON.parse(readFileSync(resolve(ROOT, 'package.json'), 'utf8')) as {
  readonly exports: Readonly<Record<string, { readonly types: string }>>;
};

const surfaces = new Map<string, readonly Shown[]>(
  Object.entries(exports).map(([entry, { types }]) => [
    entry === '.' ? 'antiphon' : entry.slice(2),
    surfaceOf(resolve(ROOT, types)),
  ]),
);

// Reviewed as a diff: whoever changes the public surface means to. `npm run test:api` accepts a change.
describe('the declarations of an entry point are the reviewed ones', () => {
  for (const [name, surface] of surfaces) {
    test(name, () => expect(printed(surface, resolve(ROOT, 'dist'))).toMatchFileSnapshot(`${name}.d.ts`));
  }
});

describe('a user can name every type of an entry point', () => {
  const exported = new Set([...surfaces.values()].flat().flatMap(({ names }) => names));
  for (const [name, surface] of surfaces) test(name, () => expect(unnameable(surface, exported)).toEqual([]));
});
