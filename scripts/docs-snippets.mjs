// Takes every `ts` fence of README.md, CONTRIBUTING.md and docs/ out into .cache/docs, one module each, and lists them in
// .cache/docs/index.json. A fence stands alone, as a reader would paste it; ` ```ts runnable ` marks those that are run.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FENCE = /^```ts(?<marks> [^\n]*)?\n(?<code>[^]*?)^```$/gm;
const TARGET = join('.cache', 'docs');

rmSync(TARGET, { recursive: true, force: true });
mkdirSync(TARGET, { recursive: true });
writeFileSync(join(TARGET, 'index.json'), JSON.stringify(pages().flatMap(extract)));

function pages() {
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
    writeFileSync(join(TARGET, file), code);
    return { page, line, file, runnable: marks.split(' ').includes('runnable') };
  });
}
