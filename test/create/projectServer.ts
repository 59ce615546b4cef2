import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { argumentOf, parseDockerfile, parseExec } from '../deploy/dockerfile.ts';
import { variablesOf } from './projectVariables.ts';

/** How a process has ended. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** What it wrote to stderr, and what its logger wrote. */
  readonly complaints: string;
}

/** The server of a project, in a process of its own. */
export interface ProjectServer {
  readonly url: string;
  readonly exit: Promise<Exit>;
  kill(signal: NodeJS.Signals): void;
  /** Runs the health check of the Dockerfile; returns its exit code. */
  checkHealth(): number | null;
}

/** Starts the server of a project at a free port, as its Dockerfile does, or with another command. Resolves when it has printed its address. */
export async function startProject(
  project: string,
  template: string,
  command: readonly string[] = readCommand(project, 'CMD'),
): Promise<ProjectServer> {
  const [program = '', ...args] = command;
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, PORT: '0', ...(await variablesOf(template)) };
  const child = spawn(program, args, { cwd: project, env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const complaints: string[] = [];
  createInterface(child.stderr).on('line', (line) => complaints.push(line));
  const exit = once(child, 'close').then(([code, signal]) => ({ code, signal, complaints: complaints.join('\n') }));
  const lines = createInterface(child.stdout);
  const [line] = await Promise.race([once(lines, 'line'), exit.then((end) => [JSON.stringify(end)])]);
  const address = /(?:http|ws):\/\/(?<host>127\.0\.0\.1:\d+)/u.exec(String(line))?.groups?.['host'];
  if (address === undefined) throw new Error(`the server printed no address: ${line}`);
  lines.on('line', (later) => later.startsWith('Hears with ') || complaints.push(later));
  const url = `http://${address}`;
  const checkHealth = (): number | null => {
    const [node = '', ...check] = readCommand(project, 'HEALTHCHECK');
    return spawnSync(node, check, { env: { PATH, PORT: new URL(url).port } }).status;
  };
  return { url, exit, kill: (signal) => void child.kill(signal), checkHealth };
}

/** Reads a command of the image that runs. */
function readCommand(project: string, instruction: 'CMD' | 'HEALTHCHECK'): readonly string[] {
  const image = parseDockerfile(readFileSync(join(project, 'Dockerfile'), 'utf8')).at(-1);
  if (image === undefined) throw new Error('the Dockerfile has no stage');
  return parseExec(argumentOf(image, instruction));
}
