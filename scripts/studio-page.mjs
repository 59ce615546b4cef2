// Builds the page of Studio: its modules and their packages in one file, its style sheets in one, and its HTML.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { STUDIO_PAGE, STUDIO_PAGE_OPTIONS } from './bundled.mjs';

const ROOT = join(import.meta.dirname, '..');
const SOURCE = join(ROOT, 'src/studio/page');
const TARGET = join(ROOT, 'dist/src/studio/page');

mkdirSync(TARGET, { recursive: true });
const bundled = await rolldown({ cwd: ROOT, input: `./${STUDIO_PAGE}.tsx`, ...STUDIO_PAGE_OPTIONS });
await bundled.write({ dir: TARGET, entryFileNames: 'main.js', minify: true, comments: false, codeSplitting: false });
await bundled.close();
for (const name of ['index.html', 'icon.svg']) cpSync(join(SOURCE, name), join(TARGET, name));
const styles = readFileSync(join(SOURCE, 'main.css'), 'utf8');
writeFileSync(
  join(TARGET, 'main.css'),
  styles.replaceAll(/@import "(.*)";/gu, (_, name) => readFileSync(join(SOURCE, name), 'utf8')),
);
