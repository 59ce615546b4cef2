import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createIn, readManifest, TEMPLATES } from './project.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'create-antiphon-readmes-'));
  for (const template of TEMPLATES) createIn(folder, template, '--template', template);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(TEMPLATES)('the README of the template %s', (template) => {
  const read = (file: string): string => readFileSync(join(folder, template, file), 'utf8');

  test('has only commands that its package.json has', () => {
    const { scripts } = readManifest(join(folder, template, 'package.json'));
    const [, block = ''] = /```sh\n(?<block>[^]*?)```/u.exec(read('README.md')) ?? [];
    const commands = block.trim().split('\n').map(parseCommand);
    expect(commands.map(({ script }) => script)).toEqual(expect.arrayContaining(['install', 'test', 'start']));
    for (const { script, variables } of commands) {
      expect(['install', ...Object.keys(scripts)]).toContain(script);
      for (const variable of variables) expect(read('src/server.ts')).toContain(variable);
    }
  });

  test('names only files that are there, and all in src', () => {
    const files = [...read('README.md').matchAll(/`(?<file>(?:src|test|page)\/[\w./]*|Dockerfile)`/gu)].map(
      ([, file = '']) => file,
    );
    expect(files.filter((file) => !existsSync(join(folder, template, file)))).toEqual([]);
    expect(files).toEqual(expect.arrayContaining(['src/agent.ts', 'src/server.ts', 'Dockerfile']));
  });

  test('starts what its scripts name, and its Dockerfile what they build', () => {
    const { scripts } = readManifest(join(folder, template, 'package.json'));
    const sources = Object.values(scripts).flatMap((script) => script.match(/src\/\w+\.ts/gu) ?? []);
    expect(sources.filter((file) => !existsSync(join(folder, template, file)))).toEqual([]);
    expect(sources).toContain('src/server.ts');
    const steps = [...read('Dockerfile').matchAll(/npm run (?<script>\w+)/gu)].map(([, script]) => script);
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(steps));
  });
});

/** Parses `NAME=value npm run script # what it does`. */
function parseCommand(line: string): { readonly script: string; readonly variables: readonly string[] } {
  const words = (line.split(' #')[0] ?? '').trim().split(/\s+/u);
  const at = words.indexOf('npm');
  const [first = '', second] = words.slice(at + 1);
  return {
    script: first === 'run' ? (second ?? '') : first,
    variables: words.slice(0, at).map((word) => word.split('=')[0] ?? ''),
  };
}
