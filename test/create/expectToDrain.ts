import { on, once } from 'node:events';
import { expect } from 'vitest';
import type { WebSocket } from 'ws';
import type { Template } from './project.ts';
import { CALLERS } from './projectCaller.ts';
import { startProject } from './projectServer.ts';

/** How long the READMEs of the templates say that conversations may go on, in ms. */
const DRAIN_MS = 30_000;
const ENOUGH_MS = 30_000;

/**
 * Starts the server of a project, asks for its health and talks to it. Expects that SIGTERM lets the conversation finish, and that the
 * process ends well then. `command` starts the server; by default that of the Dockerfile.
 */
export async function expectToDrain(project: string, template: Template, command?: readonly string[]): Promise<void> {
  const { call, ask, hangUp, answers, warning } = CALLERS[template];
  const server = await startProject(project, template, command);
  const isReady = async (): Promise<boolean> => (await fetch(`${server.url}/readyz`)).ok;
  expect([server.checkHealth(), await isReady()]).toEqual([0, true]);
  // While other tests keep the machine busy, a server refuses sessions.
  await expect.poll(() => ask(server.url), { timeout: ENOUGH_MS }).toBe(answers.serving);
  const socket = await call(server.url);
  const warned = warning === undefined ? undefined : readDeadline(socket, warning);
  server.kill('SIGTERM');
  await expect.poll(async () => !(await isReady()), { timeout: ENOUGH_MS }).toBe(true);
  const deadlineMs = await warned;
  expect([await ask(server.url), server.checkHealth(), socket.readyState]).toEqual([answers.draining, 0, socket.OPEN]);
  if (deadlineMs !== undefined) expect(deadlineMs).toBe(DRAIN_MS);
  hangUp(socket);
  expect(await server.exit).toEqual({ code: 0, signal: null, complaints: '' });
  if (socket.readyState !== socket.CLOSED) await once(socket, 'close');
}

/** Waits for a message of a type, and reads the time in ms that it gives. */
async function readDeadline(socket: WebSocket, type: string): Promise<number> {
  for await (const [data, isBinary] of on(socket, 'message')) {
    const message = isBinary ? {} : JSON.parse(String(data));
    if (message.type === type) return message.deadline_ms;
  }
  throw new Error(`there was no ${type}`);
}
