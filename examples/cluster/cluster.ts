// npm run cluster: three nodes of one service on this machine, on Redis, each with the page.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onOrphaned } from '../serve/onOrphaned.ts';
import { readAddress } from '../serve/settings.ts';
import { startEngine } from './engine.ts';
import { startNode } from './nodes.ts';
import { createProcesses } from './startProcess.ts';

const DEFAULT_PORT = 3000;

const folder = mkdtempSync(join(tmpdir(), 'antiphon-cluster-'));
const processes = createProcesses();
process.on('SIGINT', leave).on('SIGTERM', leave);
onOrphaned(leave, process.env);

try {
  const { port = DEFAULT_PORT } = readAddress(process.env);
  const secretsFile = join(folder, 'secrets');
  writeFileSync(secretsFile, randomBytes(32).toString('base64url'), { mode: 0o600 });
  const redis = await startEngine(process.env, folder, processes.start);
  const options = { redis, secretsFile, start: processes.start };
  const nodes = await Promise.all(
    ['node-1', 'node-2', 'node-3'].map((id, at) => startNode(id, port === 0 ? undefined : port + at, options)),
  );
  for (const { id, url, child } of nodes) {
    child.once('exit', () => console.log(`${id} has ended.`));
    console.log(`${id}: ${url}, process ${child.pid}`);
  }
  console.log(`
Open any of them and talk: the call is on the node with the most room. Start others, and end a node with
kill -9 and its process: its calls go on at the others. Ctrl-C ends all of them.`);
} catch (error) {
  console.error(`cluster: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
  leave();
}

/** Ends the nodes before their engine. */
function leave(): void {
  void processes.end().finally(() => {
    rmSync(folder, { recursive: true, force: true });
    process.exit();
  });
}
