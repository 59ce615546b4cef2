// Runs an example, after building what has changed: node scripts/run.mjs serve/serve [arguments].
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildSteps } from './build/buildSteps.mjs';
import { RUNNABLE } from './build/steps.mjs';

const [example, ...args] = process.argv.slice(2);
const file = join(import.meta.dirname, '../dist/examples', `${example}.js`);
process.stderr.write(`antiphon: starting examples/${example}.ts …\n`);
if (await buildSteps(RUNNABLE)) {
  process.argv = [process.execPath, file, ...args];
  await import(pathToFileURL(file));
} else {
  process.exitCode = 1;
}
