import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** Builds the package once, and compiles only what is out of date. */
export default function setup(): void {
  execFileSync(process.execPath, [join(import.meta.dirname, '../scripts/build.mjs')], { stdio: 'inherit' });
}
