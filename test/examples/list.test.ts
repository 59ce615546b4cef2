import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { loadAgent } from '../../src/cli/serve/loadAgent.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const page = readFileSync(resolve(ROOT, 'docs/examples.md'), 'utf8');
const scripts = Object.keys(
  (JSON.parse(readFileSync(resolve(ROOT, 'package.json'), 'utf8')) as { scripts: object }).scripts,
);

test('docs/examples.md lists every example', () => {
  const names = readdirSync(resolve(ROOT, 'examples')).map((name) => name.replace('.ts', ''));
  expect(names.filter((name) => !page.includes(`[${name}]`))).toEqual([]);
});

test.each([...new Set([...page.matchAll(/`npx antiphon serve (\S+)`/gu)].map(([, path = '']) => path))])(
  '%s has an agent to serve',
  async (path) => {
    expect((await loadAgent(resolve(ROOT, path))).agent.configure_session).toBeTypeOf('function');
  },
);

test('the other commands of docs/examples.md exist', () => {
  const run = [...page.matchAll(/`npm run ([\w-]+)`/gu)].map(([, name = '']) => name);
  expect(run.filter((name) => !scripts.includes(name))).toEqual([]);
  expect(existsSync(resolve(ROOT, 'dist/examples/testing/hurry.score.js'))).toBe(true);
});
