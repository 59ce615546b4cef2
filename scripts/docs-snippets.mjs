// Takes every `ts` fence of README.md, CONTRIBUTING.md and docs/ out into .cache/docs, one module each, and lists them in
// .cache/docs/index.json; `tsc -p .cache/docs` compiles them. A fence stands alone, as a reader would paste it;
// ` ```ts runnable ` marks those that run. `docs-snippets.mjs FOLDER PAGE…` extracts those of some pages into another folder.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FENCE = /^```ts(?<marks> [^\n]*)?\n(?<code>[^]*?)^```$/gm;
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
  const below = readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((page) => join('docs', page));
  const above = readdirSync('.').filter((file) => file === 'README.md' || file === 'CONTRIBUTING.md');
  return [...above, ...below].filter((page) => page.endsWith('.md'));
}

function extract(page) {
  const text = readFileSync(page, 'utf8');
  return [...text.matchAll(FENCE)].map(({ index, groups: { marks = '', code } }) => {
    const line = text.slice(0, index).split('\n').length + 1;
    const kind = code.includes(" from 'vitest'") ? 'test.ts' : 'ts';
    const file = `${page.replace(/\.md$/, '').replaceAll(/[\\/]/g, '.')}.${line}.${kind}`;
    writeFileSync(join(target, file), code);
    return { page, line, file, runnable: marks.split(' ').includes('runnable') };
  });
}
