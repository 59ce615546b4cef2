import { execFileSync } from 'node:child_process';

/** Worker entries are built files (Node cannot load a `.ts` worker), so the suite builds once before it runs. */
export default function setup(): void {
  execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
}
