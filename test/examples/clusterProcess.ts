import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';

const EXAMPLE = resolve(import.meta.dirname, '../../dist/examples/cluster/cluster.js');

/** A node that `npm run cluster` has started. */
export interface ClusterNode {
  readonly url: string;
  readonly pid: number;
}

/** Runs `npm run cluster` at free ports, until the test is over. */
export function startCluster(env: NodeJS.ProcessEnv = {}): ChildProcessByStdio<null, Readable, Readable> {
  const cluster = spawn(process.execPath, [EXAMPLE], {
    env: { ...process.env, PORT: '0', REDIS: '', npm_lifecycle_event: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void cluster.kill('SIGTERM'));
  return cluster;
}

/** Reads the nodes that it prints. Resolves when all serve. */
export async function readNodes(stdout: Readable): Promise<readonly ClusterNode[]> {
  const nodes: ClusterNode[] = [];
  for await (const line of createInterface({ input: stdout })) {
    const { url, pid } = /^node-\d: (?<url>[^,]+), process (?<pid>\d+)/u.exec(line)?.groups ?? {};
    if (url !== undefined) nodes.push({ url, pid: Number(pid) });
    if (line.includes('Ctrl-C')) break;
  }
  return nodes;
}
