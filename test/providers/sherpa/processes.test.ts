import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { startProcess } from '../../../src/wire/engine/startProcess.ts';

const ENGINE = resolve('dist/providers/sherpa/engine/worker.js');
const STAND_IN = resolve('test/support/sherpa/standIn.cjs');

test('an engine that is terminated has ended', async () => {
  let runner: ReturnType<ReturnType<typeof startProcess>> | undefined;
  const ended = new Promise<unknown>((onEnd) => {
    runner = startProcess('#sherpa-engine', ['stt', STAND_IN])({ onMessage: () => {}, onEnd });
  });
  runner?.terminate();
  expect(String(await ended)).toBe('Error: it was ended by SIGKILL');
});

test('an engine whose package does not load ends with the reason', async () => {
  const ended = new Promise<unknown>((onEnd) => {
    startProcess('#sherpa-engine', ['stt', '/no/such/package'])({ onMessage: () => {}, onEnd });
  });
  expect(String(await ended)).toContain("Cannot find module '/no/such/package'");
});

test('an engine ends with the program that started it, even if that is killed', async () => {
  const program = `
    const child = require('node:child_process').fork(${JSON.stringify(ENGINE)}, ['stt', ${JSON.stringify(STAND_IN)}]);
    console.log(child.pid);`;
  const parent = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(createInterface(parent.stdout), 'line');
  const pid = Number(line);
  parent.kill('SIGKILL');
  await expect.poll(() => isRunning(pid), { timeout: 60_000 }).toBe(false);
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
