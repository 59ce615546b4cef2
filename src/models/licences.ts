import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CatalogueModel } from './model.ts';

const FILE = '.licences.json';

/** Returns the models whose licence the user has not accepted. */
export async function listUnaccepted(
  models: readonly CatalogueModel[],
  folder: string,
): Promise<readonly CatalogueModel[]> {
  const accepted = await readAccepted(folder);
  return models.filter(({ licence }) => !accepted.includes(licence.url));
}

/** Records that the user accepts the licences of the models. A licence text is accepted once for all its models. */
export async function acceptLicences(models: readonly CatalogueModel[], folder: string): Promise<void> {
  const urls = new Set([...(await readAccepted(folder)), ...models.map(({ licence }) => licence.url)]);
  await mkdir(folder, { recursive: true });
  const path = join(folder, FILE);
  const written = `${path}.${process.pid}`;
  await writeFile(written, `${JSON.stringify({ accepted: [...urls] }, null, 2)}\n`);
  await rename(written, path);
}

async function readAccepted(folder: string): Promise<readonly string[]> {
  const text = await readFile(join(folder, FILE), 'utf8').catch(() => '{}');
  try {
    const { accepted } = JSON.parse(text) as { readonly accepted?: unknown };
    return Array.isArray(accepted) ? accepted.map(String) : [];
  } catch {
    return [];
  }
}
