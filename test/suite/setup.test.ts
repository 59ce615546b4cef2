import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { findEngine } from '../../scripts/engines.mjs';

const SETUP = resolve(import.meta.dirname, '../../scripts/setup.mjs');

/** The only folder of PATH. */
let bin: string;
beforeEach(() => {
  bin = mkdtempSync(join(tmpdir(), 'antiphon-setup-'));
  onTestFinished(() => rmSync(bin, { recursive: true }));
});

function put(name: string, script: string): void {
  writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(bin, name), 0o755);
}

/** Puts an apt-get that installs `packages` into PATH, and a sudo. */
function putAptGet(...packages: readonly string[]): void {
  const installed = packages.map((name) => `printf '' > ${bin}/${name}; /bin/chmod +x ${bin}/${name}`);
  put(
    'apt-get',
    [`echo "$@" >> ${bin}/calls`, `if [ "$1" = install ]; then :; ${installed.join('; ')}`, 'fi'].join('\n'),
  );
  put('sudo', 'exec "$@"');
}

function setup(): { readonly status: number | null; readonly out: string; readonly err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [SETUP], { encoding: 'utf8', env: { PATH: bin } });
  return { status, out: stdout, err: stderr };
}

test('installs missing engines with apt-get', () => {
  putAptGet('chromium', 'nats-server');
  put('redis-server', '');
  const { status, out } = setup();
  expect([status, out.trim().split('\n').at(-1)]).toEqual([
    0,
    'setup: Chromium, redis-server and nats-server are installed.',
  ]);
  expect(readFileSync(join(bin, 'calls'), 'utf8')).toBe(
    'update\ninstall --yes --no-install-recommends chromium nats-server\n',
  );
});

test('installs nothing if none is missing', () => {
  putAptGet();
  for (const name of ['google-chrome', 'redis-server', 'nats-server']) put(name, '');
  expect(setup()).toEqual({
    status: 0,
    out: 'setup: Chromium, redis-server and nats-server are installed.\n',
    err: '',
  });
});

test('finds what Debian puts into sbin', () => {
  const folder = join(bin, 'usr/bin');
  mkdirSync(folder, { recursive: true });
  mkdirSync(join(bin, 'usr/sbin'));
  put('usr/sbin/nats-server', '');
  expect(findEngine('nats-server', { PATH: folder })).toBe(join(bin, 'usr/sbin/nats-server'));
  expect(findEngine('redis-server', { PATH: folder })).toBeUndefined();
});

test('says what to install if there is no apt-get', () => {
  put('redis-server', '');
  expect(setup()).toEqual({
    status: 1,
    out: '',
    err:
      'setup: Chromium is not installed. Install it (Debian: chromium), or set CHROMIUM to its path.\n' +
      'setup: nats-server is not installed. Install it (Debian: nats-server), or put it on PATH.\n',
  });
});

test('says what apt-get did not install', () => {
  putAptGet('redis-server', 'nats-server');
  const { status, err } = setup();
  expect([status, err]).toEqual([1, expect.stringContaining('setup: Chromium is not installed.')]);
});
