import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { PROBLEMS } from '../../src/server/problems/problem.ts';

test('docs/server.md lists every code with its status, and no other', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../docs/server.md'), 'utf8');
  const listed = [...page.matchAll(/^\| (?<status>\d{3}) \| `(?<code>\w+)` \|/gmu)].map(
    ([, status, code]) => `${status} ${code}`,
  );
  const codes = Object.entries(PROBLEMS).map(([code, { status }]) => `${status} ${code}`);
  expect(listed.toSorted()).toEqual(codes.toSorted());
});
