import { spawnSync } from 'node:child_process';
import { expect } from 'vitest';

/** Starts the compiled server of a project without variables. Expects that it ends with an error that names what to set. */
export function expectToName(project: string, variables: readonly string[]): void {
  const { PATH } = process.env;
  const options = { cwd: project, env: { PATH, PORT: '0' }, encoding: 'utf8', timeout: 30_000 } as const;
  const { status, stderr } = spawnSync(process.execPath, ['dist/server.js'], options);
  expect(status, stderr).toBe(1);
  for (const variable of variables) expect(stderr).toContain(variable);
}
