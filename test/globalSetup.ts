import { execFileSync } from 'node:child_process';

/** Worker entries are built files (Node cannot load a `.ts` worker), so the suite builds once before it runs. */
export default function setup(): void {
  if (isWholeSuite(process.argv.slice(2))) console.log('The whole suite takes about 15 minutes on two quiet cores.');
  execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
}

/** Whether the command line names no part of the suite: no file, no test, no project. */
function isWholeSuite(args: readonly string[]): boolean {
  return args.every((arg) => arg === 'run' || arg.startsWith('--reporter') || arg.startsWith('--outputFile'));
}
