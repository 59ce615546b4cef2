import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { findPort } from '../findPort.ts';

/** How a server that keeps a directory is started. */
export interface EngineCommand {
  readonly command: string;
  /** Arguments for a server on loopback that keeps nothing on disk but in `folder`. */
  readonly args: (port: number, folder: string) => readonly string[];
  /** What it writes when it can be reached. */
  readonly ready: string;
}

/** A server that keeps a directory, in a process of its own. */
export interface EngineServer {
  readonly port: number;
  /** Ends the process, as a crash does. */
  stop(): Promise<void>;
  /** Starts it again at the same port. */
  start(): Promise<void>;
  dispose(): Promise<void>;
}

export async function startEngineServer(engine: EngineCommand): Promise<EngineServer> {
  const folder = mkdtempSync(join(tmpdir(), `antiphon-${basename(engine.command)}-`));
  const port = await findPort();
  let server = await start(engine, port, folder);
  return {
    port,
    stop: () => stop(server),
    start: async () => {
      server = await start(engine, port, folder);
    },
    dispose: async () => {
      await stop(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function start({ command, args, ready }: EngineCommand, port: number, folder: string): Promise<ChildProcess> {
  const server = spawn(command, args(port, folder), { stdio: ['ignore', 'pipe', 'pipe'] });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`${command} ended with ${code} before it was ready`)));
    for (const output of [server.stdout, server.stderr])
      output.on('data', (text: Buffer) => void (text.includes(ready) && resolve()));
  });
  return server;
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exited = once(server, 'exit');
  server.kill('SIGKILL');
  await exited;
}
