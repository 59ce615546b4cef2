import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const API = join(import.meta.dirname, '../api');

/** They are generic from TypeScript 5.7 on. */
const GENERIC = /\b(?:Int8|Uint8|Uint8Clamped|Int16|Uint16|Int32|Uint32|Float32|Float64)Array</u;

test.each(readdirSync(API))('%s has no type that older compilers do not know', (file) => {
  const lines = readFileSync(join(API, file), 'utf8').split('\n');
  expect(lines.filter((line) => GENERIC.test(line))).toEqual([]);
});
