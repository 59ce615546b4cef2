import { relative } from 'node:path';
import { createProject } from './createProject.js';
import { HELP, readOptions } from './options.js';

/** Runs the command with its arguments. `antiphon`: where the project gets the package from. @default the version of this release */
export function main(args, antiphon) {
  try {
    const options = readOptions(args);
    if (options === 'help') console.log(HELP);
    else describe(createProject({ ...options, antiphon }), options.template);
  } catch (error) {
    console.error(`create-antiphon: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}

function describe(folder, template) {
  const place = relative(process.cwd(), folder);
  const steps = [
    ...(place === '' ? [] : [`cd ${/^[\w./-]+$/u.test(place) ? place : JSON.stringify(place)}`]),
    'npm install',
    'npm test',
    'npm start',
  ];
  console.log(`Created a voice agent in ${folder} (template ${template}). Next:\n`);
  for (const step of steps) console.log(`  ${step}`);
}
