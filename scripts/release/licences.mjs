import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Licences that let a program under any licence use the package. */
const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'Unlicense',
]);

/** Checks that every package installed in a project has a permissive licence. Returns the others. */
export function checkLicences(project) {
  return findPackages(join(project, 'node_modules')).flatMap((folder) => {
    const { name, version, license, licenses } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const found = nameLicence(license ?? licenses?.[0]);
    return isPermissive(found) ? [] : [`${name}@${version}: expected a permissive licence, got ${found}`];
  });
}

function nameLicence(licence) {
  return typeof licence === 'string' ? licence : (licence?.type ?? 'none');
}

/** In an expression such as `(MIT OR GPL-2.0)`, one permissive alternative is enough. */
function isPermissive(expression) {
  return expression
    .replaceAll(/[()]/gu, '')
    .split(' OR ')
    .some((alternative) => alternative.split(' AND ').every((licence) => PERMISSIVE.has(licence.trim())));
}

/** Returns the folders of all packages below a `node_modules`, including nested ones. */
function findPackages(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .flatMap(({ name }) =>
      name.startsWith('@')
        ? readdirSync(join(folder, name)).map((part) => join(folder, name, part))
        : join(folder, name),
    )
    .filter((path) => existsSync(join(path, 'package.json')))
    .flatMap((path) => [path, ...findPackages(join(path, 'node_modules'))]);
}
