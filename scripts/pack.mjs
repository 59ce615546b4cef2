// Builds what has changed and packs it. Prints the path of the tarball, for `npm install`: see README.md.
import { buildSteps } from './build/buildSteps.mjs';
import { STEPS } from './build/steps.mjs';
import { pack } from './release/pack.mjs';

if (await buildSteps(STEPS)) console.log(pack().tarball);
else process.exitCode = 1;
