#!/usr/bin/env node
// npm create antiphon [folder] -- [--template web|phone|realtime|react]
import { relative } from 'node:path';
import { createProject } from './createProject.js';
import { HELP, readOptions } from './options.js';

try {
  const options = readOptions(process.argv.slice(2));
  if (options === 'help') {
    console.log(HELP);
  } else {
    const folder = createProject(options);
    const place = relative(process.cwd(), folder);
    const steps = [
      ...(place === '' ? [] : [`cd ${/^[\w./-]+$/u.test(place) ? place : JSON.stringify(place)}`]),
      'npm install',
      'npm test',
      'npm start',
    ];
    console.log(`Created a voice agent in ${folder} (template ${options.template}). Next:\n`);
    for (const step of steps) console.log(`  ${step}`);
  }
} catch (error) {
  console.error(`create-antiphon: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
