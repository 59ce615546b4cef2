import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** Builds the package, once: what is up to date is not compiled again. */
export default function setup(): void {
  execFileSync(process.execPath, [join(import.meta.dirname, '../scripts/build.mjs')], { stdio: 'inherit' });
}
