// Builds the parts of `dist` that have changed since the last build. `--no-declarations`: skips the types.
import { buildSteps } from './build/buildSteps.mjs';
import { RUNNABLE, STEPS } from './build/steps.mjs';

const isBuilt = await buildSteps(process.argv.includes('--no-declarations') ? RUNNABLE : STEPS);
if (!isBuilt) process.exitCode = 1;
