import { cpSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { TEMPLATES } from './templates.js';

const FOLDER = join(import.meta.dirname, 'templates');
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8'));

/**
 * Writes a project of a template. It depends on `antiphon`, by default the version that this package was released with.
 *
 * @returns the absolute path of the project
 * @throws Error if the folder is not empty, or if its name is not a valid package name
 */
export function createProject({ folder, template, antiphon = version }) {
  const target = resolve(folder);
  const name = packageName(basename(target));
  if (existsSync(target) && readdirSync(target).length > 0) throw new Error(`the folder ${target} is not empty`);
  for (const part of TEMPLATES[template].folders) cpSync(join(FOLDER, part), target, { recursive: true });
  // npm does not publish a .gitignore. Neither what is not committed nor the repository is a part of the image.
  writeFileSync(join(target, '.dockerignore'), `${readFileSync(join(target, '_gitignore'), 'utf8')}.git/\n`);
  renameSync(join(target, '_gitignore'), join(target, '.gitignore'));
  fillIn(join(target, 'package.json'), { '{{name}}': name, '{{antiphon}}': antiphon });
  fillIn(join(target, 'README.md'), { '{{name}}': name });
  return target;
}

function packageName(folder) {
  const name = folder
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/gu, '-')
    .replaceAll(/^[._-]+|-+$/gu, '');
  if (name === '') throw new Error(`expected a folder whose name is a valid package name, got "${folder}"`);
  return name;
}

function fillIn(file, values) {
  let text = readFileSync(file, 'utf8');
  for (const [key, value] of Object.entries(values)) text = text.replaceAll(key, value);
  writeFileSync(file, text);
}
