// Writes what follows from the manifests in providers/: the names of a config, the tables of the registry and the exports.
// `--check`: only says which of them are not as the manifests have it.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { printExports, printNames, printTables } from './vendors/print.mjs';
import { readVendors } from './vendors/read.mjs';

const ROOT = join(import.meta.dirname, '..');
const BIOME = join(ROOT, 'node_modules/.bin/biome');
const REGION = /(?<=\/\/ Written by scripts\/vendors\.mjs\.\n)[^]*?(?=\/\/ End\.\n)/u;

const vendors = await readVendors();

write('providers/names.ts', printNames(vendors));
write('providers/vendors.ts', printTables(vendors));
write('providers/index.ts', read('providers/index.ts').replace(REGION, printExports(vendors)));

function write(path, code) {
  const text = execFileSync(BIOME, ['format', `--stdin-file-path=${path}`], {
    cwd: ROOT,
    input: code,
    encoding: 'utf8',
  });
  if (read(path) === text) return;
  if (!process.argv.includes('--check')) return writeFileSync(join(ROOT, path), text);
  const missing = vendors.filter(({ folder }) => !read(path).includes(`'./${folder}/`));
  const manifests = (missing.length > 0 ? missing : vendors).map(({ folder }) => `providers/${folder}/manifest.ts`);
  const reason =
    missing.length > 0 ? `${manifests.join(', ')} is not in ${path}` : `${path} does not match the manifests`;
  console.error(`${reason}: run \`npm run vendors\` and commit`);
  process.exitCode = 1;
}

function read(path) {
  return existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), 'utf8') : '';
}
