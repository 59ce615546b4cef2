import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { onTestFinished, vi } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

/** Imports a snippet below a heading of a page, by default the first, with its `declare const` as globals. */
export async function recipe(
  page: string,
  heading: string,
  globals: Readonly<Record<string, unknown>>,
  which = 0,
): Promise<unknown> {
  const [, behind = ''] = readFileSync(join(ROOT, 'docs', page), 'utf8').split(new RegExp(`^#+ ${heading}$`, 'm'));
  const [, code = ''] = [...behind.matchAll(/^```ts\n([^]*?)^```$/gm)][which] ?? [];
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(ROOT, '.cache/recipe-'));
  const file = join(folder, `${heading.replaceAll(' ', '-')}.ts`);
  writeFileSync(file, code);
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  onTestFinished(() => {
    vi.unstubAllGlobals();
    rmSync(folder, { recursive: true });
  });
  return import(file);
}
