// What the page consists of beside its modules: copied to where the build puts those.
import { cpSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
cpSync(at('../src/page'), at('../dist/src/page'), { recursive: true, filter: (path) => !path.endsWith('.ts') });
