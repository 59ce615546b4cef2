// Does what `npm create antiphon` does, with the package of this clone: npm run create -- ../my-agent --template phone.
import { buildSteps } from './build/buildSteps.mjs';
import { STEPS } from './build/steps.mjs';
import { pack } from './release/pack.mjs';
import { main } from '../create/main.js';

if (await buildSteps(STEPS)) main(process.argv.slice(2), `file:${pack().tarball}`);
else process.exitCode = 1;
