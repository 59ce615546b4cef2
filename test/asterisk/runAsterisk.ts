import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** An Asterisk that runs. */
export interface Asterisk {
  /** Runs a command of its command line, and returns what it prints. */
  command(text: string): Promise<string>;
  /** Ends it, and removes its files. */
  close(): Promise<void>;
}

export interface AsteriskFiles {
  readonly 'extensions.conf': string;
  readonly 'websocket_client.conf': string;
}

/** What a call between a Local and a WebSocket channel needs. */
const MODULES = `
  pbx_config app_dial app_senddtmf bridge_simple bridge_builtin_features codec_ulaw codec_alaw codec_resample func_uri func_uuid func_callerid
  res_sorcery_config res_http_websocket res_websocket_client chan_websocket res_timing_timerfd res_clioriginate
`
  .trim()
  .split(/\s+/u);

/**
 * Starts the Asterisk that is installed in a folder, such as by `debootstrap --include=asterisk sid <root>`, with files of its own. Needs the rights for
 * chroot.
 */
export async function runAsterisk(root: string, files: AsteriskFiles): Promise<Asterisk> {
  const folder = mkdtempSync(join(root, 'tmp/antiphon-'));
  const inside = folder.slice(root.replace(/\/$/u, '').length);
  const all = {
    ...files,
    'asterisk.conf': directories(inside),
    'modules.conf': `[modules]\nautoload = no\n${MODULES.map((name) => `load = ${name}.so\n`).join('')}`,
    'logger.conf': '[logfiles]\nconsole = warning,error\n',
  };
  for (const name of ['etc', 'run', 'log', 'spool', 'db']) mkdirSync(join(folder, name));
  for (const [name, text] of Object.entries(all)) writeFileSync(join(folder, 'etc', name), text);
  const configuration = `${inside}/etc/asterisk.conf`;
  const child = spawn('chroot', [root, 'asterisk', '-f', '-C', configuration], { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const command = async (text: string): Promise<string> =>
    (await run('chroot', [root, 'asterisk', '-C', configuration, '-rx', text])).stdout;
  const close = async (): Promise<void> => {
    child.kill();
    await ended;
    rmSync(folder, { recursive: true });
  };
  // Each attempt takes as long as its process does.
  const isBooted = async (): Promise<boolean> =>
    (await command('core waitfullybooted').catch(() => '')).includes('fully booted');
  while (child.exitCode === null && !(await isBooted()));
  return { command, close };
}

function directories(folder: string): string {
  return `
[directories]
astetcdir => ${folder}/etc
astmoddir => /usr/lib/x86_64-linux-gnu/asterisk/modules
astvarlibdir => /var/lib/asterisk
astdbdir => ${folder}/db
astdatadir => /usr/share/asterisk
astspooldir => ${folder}/spool
astrundir => ${folder}/run
astlogdir => ${folder}/log
`;
}
