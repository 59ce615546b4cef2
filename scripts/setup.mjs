// Installs the engines that some tests need with apt-get, or says what to install if there is no apt-get: `npm run setup`.
import { spawnSync } from 'node:child_process';
import { ENGINES, findAbsent, findCommand, listNames } from './engines.mjs';

const absent = findAbsent();
if (absent.length > 0) install(absent);
const missing = findAbsent();
if (missing.length > 0) {
  for (const { name, variable, ...engine } of missing) {
    const hint = variable === undefined ? 'put it on PATH' : `set ${variable} to its path`;
    console.error(`setup: ${name} is not installed. Install it (Debian: ${engine.package}), or ${hint}.`);
  }
  process.exitCode = 1;
} else console.log(`setup: ${listNames(ENGINES)} are installed.`);

function install(engines) {
  const apt = findCommand(['apt-get'], process.env);
  const sudo = findCommand(['sudo'], process.env);
  const isRoot = process.getuid?.() === 0;
  if (apt === undefined || (!isRoot && sudo === undefined)) return;
  const run = isRoot ? [apt] : [sudo, apt];
  const packages = engines.map((engine) => engine.package);
  console.log(`setup: installing ${packages.join(', ')} with apt-get`);
  execute([...run, 'update']);
  execute([...run, 'install', '--yes', '--no-install-recommends', ...packages]);
}

function execute([command, ...args]) {
  const { error, status } = spawnSync(command, args, { stdio: 'inherit' });
  if (error ?? status !== 0) console.error(`setup: ${[command, ...args].join(' ')} failed`);
}
