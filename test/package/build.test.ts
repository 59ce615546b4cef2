import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './packed.ts';

test('`npm run build` compiles nothing when nothing has changed', () => {
  const stamp = join(ROOT, 'dist/.inputs');
  const before = statSync(stamp).mtimeMs;
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: ROOT });
  expect(statSync(stamp).mtimeMs).toBe(before);
});

test('`npm start` builds with that command', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  expect([scripts['prestart'], scripts['build']]).toEqual(['npm run --silent build', 'node scripts/build.mjs']);
});

test('modules are of ASCII alone, which V8 compiles more quickly', () => {
  const chunks = join(ROOT, 'dist/chunks');
  const codes = readdirSync(chunks).filter((name) => name.endsWith('.js'));
  expect(codes).toContain('session.js');
  expect(codes.filter((name) => /[^\0-\x7f]/u.test(readFileSync(join(chunks, name), 'utf8')))).toEqual([]);
});
