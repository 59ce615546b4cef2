// Takes every `ts` fence of README.md, CONTRIBUTING.md, docs/ and the doc comments of the sources out into .cache/docs, one
// module each, and lists them in .cache/docs/index.json; `tsc -p .cache/docs` compiles them. A fence stands alone, as a
// reader would paste it: code of what no entry point exports is in a fence without `ts`. ` ```ts runnable ` marks those that
// run. `docs-snippets.mjs FOLDER PAGE…` extracts those of some pages into another folder.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FENCE = /^```ts(?<marks> [^\n]*)?\n(?<code>[^]*?)^```$/gm;
/** The beginning of a line of a doc comment. */
const COMMENT = /^ *\* ?/gm;
const COMPILER = {
  extends: '../../tsconfig.json',
  compilerOptions: {
    noEmit: false,
    declaration: false,
    isolatedDeclarations: false,
    noUnusedLocals: false,
    noUnusedParameters: false,
    rootDir: '.',
    outDir: 'built',
  },
  include: ['*.ts'],
};

const [target = join('.cache', 'docs'), ...pages] = process.argv.slice(2);
rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
const snippets = (pages.length === 0 ? allPages() : pages).flatMap(extract);
writeFileSync(join(target, 'index.json'), JSON.stringify(snippets));
writeFileSync(join(target, 'tsconfig.json'), JSON.stringify(COMPILER));

function allPages() {
  const top = readdirSync('.').filter((file) => file === 'README.md' || file === 'CONTRIBUTING.md');
  const sources = ['src', 'operators', 'providers'].flatMap((folder) => filesIn(folder, '.ts'));
  return [...top, ...filesIn('docs', '.md'), ...sources];
}

function filesIn(folder, extension) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith(extension)).map((file) => join(folder, file));
}

function extract(page) {
  const text = readFileSync(page, 'utf8');
  const markdown = page.endsWith('.md') ? text : text.replaceAll(COMMENT, '');
  return [...markdown.matchAll(FENCE)].map(({ index, groups: { marks = '', code } }) => {
    const line = markdown.slice(0, index).split('\n').length + 1;
    const kind = code.includes(" from 'vitest'") ? 'test.ts' : 'ts';
    const file = `${page.replace(/\.(?:md|ts)$/, '').replaceAll(/[\\/]/g, '.')}.${line}.${kind}`;
    writeFileSync(join(target, file), code);
    return { page, line, file, runnable: marks.split(' ').includes('runnable') };
  });
}
