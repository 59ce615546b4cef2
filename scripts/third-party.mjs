// npm run docs: writes THIRD-PARTY.md, the list of all installed packages, from the lockfile, and of those that the build bundles, with
// their licences. `--check`: fails if it is out of date.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readBundledPackages, STUDIO_PAGE, STUDIO_PAGE_OPTIONS } from './bundled.mjs';
import { PULL_LIBRARIES, PULL_OPTIONS } from './pull-libraries.mjs';

const ROOT = join(import.meta.dirname, '..');
const PATH = join(ROOT, 'THIRD-PARTY.md');
const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
const { dependencies, peerDependencies, peerDependenciesMeta } = JSON.parse(
  readFileSync(join(ROOT, 'package.json'), 'utf8'),
);

/** Finds the entry of a dependency of a package as Node does: in its own folder, then in those around it. */
function find(name, from) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const path = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (packages[path] !== undefined) return path;
    if (at === '') return undefined;
  }
}

function collect(names) {
  const found = new Map();
  const add = (name, from) => {
    const path = find(name, from);
    if (path === undefined || found.has(path)) return;
    const entry = packages[path];
    found.set(path, { name, version: entry.version, license: entry.license ?? 'see the package' });
    for (const inner of Object.keys(entry.dependencies ?? {})) add(inner, path);
  };
  for (const name of names) add(name, '');
  return [...found.values()].sort((a, b) =>
    a.name < b.name ? -1 : a.name > b.name ? 1 : a.version < b.version ? -1 : 1,
  );
}

function table(rows) {
  const lines = rows.map(({ name, version, license }) => `| \`${name}\` | ${version} | ${license} |`);
  return ['| Package | Version | Licence |', '|---|---|---|', ...lines].join('\n');
}

function quote({ name, version, text }) {
  return `### ${name} ${version}\n\n\`\`\`text\n${text}\n\`\`\``;
}

const pulling = await readBundledPackages(`${PULL_LIBRARIES}.ts`, PULL_OPTIONS);
const studio = await readBundledPackages(`${STUDIO_PAGE}.tsx`, STUDIO_PAGE_OPTIONS);
const always = Object.keys(dependencies);
const required = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true);
const optional = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional === true);
const text = `# Software of others

This page is made of the lockfile by \`node scripts/third-party.mjs\`. What is in the package itself is in [NOTICE](NOTICE).

## Installed with Antiphon

${table(collect([...always, ...required]))}

## Optional

You install these yourself, for the parts that need them.

${table(optional.flatMap((name) => collect([name]).filter((found) => found.name === name)))}

## Bundled

The file \`dist/src/models/pull/libraries.js\`, which \`npx antiphon models pull\` loads, contains code of these packages,
minified. Their licences are below.

${table(pulling)}

The page of Studio, \`dist/src/studio/page/main.js\`, contains code of these:

${table(studio)}

${[...pulling, ...studio].map(quote).join('\n\n')}
`;

if (!process.argv.includes('--check')) writeFileSync(PATH, text);
else if (readFileSync(PATH, 'utf8') !== text) {
  console.error('THIRD-PARTY.md is out of date: node scripts/third-party.mjs');
  process.exitCode = 1;
}
