import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { findPort } from './engine.ts';
import type { StartProcess } from './startProcess.ts';

const COMMAND = fileURLToPath(new URL('../../src/cli/antiphon.js', import.meta.url));
const AGENT = fileURLToPath(new URL('agent.js', import.meta.url));

/** One server of three. */
export interface Node {
  readonly id: string;
  readonly url: string;
  readonly child: ChildProcess;
}

export interface NodeOptions {
  /** The address of Redis. */
  readonly redis: string;
  /** A file with the secret that the nodes share. */
  readonly secretsFile: string;
  readonly start: StartProcess;
}

/** Starts `antiphon serve` as a node, at a port, or at a free one. */
export async function startNode(id: string, port: number | undefined, options: NodeOptions): Promise<Node> {
  const at = port ?? (await findPort());
  const url = `http://127.0.0.1:${at}`;
  const flags = {
    port: at,
    host: '127.0.0.1',
    'node-id': id,
    'node-url': url,
    redis: options.redis,
    'cluster-secrets-file': options.secretsFile,
  };
  const args = [
    COMMAND,
    'serve',
    AGENT,
    '--checkpoints',
    ...Object.entries(flags).map(([flag, value]) => `--${flag}=${value}`),
  ];
  return { id, url, child: await options.start({ command: process.execPath, args, ready: 'is served at' }) };
}
