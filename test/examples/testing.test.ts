import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runCommand } from '../../src/cli/run.ts';
import { terminal } from '../cli/terminal.ts';

test('the example of evals passes offline, from its cassette', async () => {
  const screen = terminal({ columns: 100 });
  const report = join(mkdtempSync(join(tmpdir(), 'antiphon-')), 'junit.xml');
  onTestFinished(() => rmSync(dirname(report), { recursive: true }));
  const code = await runCommand(['test', 'dist/examples/testing', '--junit', report], screen);
  expect(screen.stdout.join('\n')).toMatch(/^2 passed, 0 failed$/mu);
  expect(code).toBe(0);
  const names = [...readFileSync(report, 'utf8').matchAll(/ name="([^":]*)[:\d]*" time/gu)].map(([, name]) => name);
  expect(names).toEqual(['dist/examples/testing/hurry.score.js', 'dist/examples/testing/interrupted.score.js']);
});
