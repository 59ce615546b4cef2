import { expect, test } from 'vitest';
import { runCommand } from '../../src/cli/run.ts';
import { terminal } from '../cli/terminal.ts';

test('the example of evals passes offline, from its cassette', async () => {
  const screen = terminal({ columns: 100 });
  const code = await runCommand(['test', 'dist/examples/testing'], screen);
  expect(screen.stdout.join('\n')).toMatch(/^2 passed, 0 failed$/mu);
  expect(code).toBe(0);
});
