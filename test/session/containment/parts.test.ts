import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

interface Outcome {
  readonly codes: readonly string[];
  readonly end: string;
  readonly reason?: string;
}

/** A place, and the outcome of each way to throw there. */
type Row = readonly [string, ...Outcome[]];

interface Printed {
  readonly ways: readonly string[];
  readonly rows: readonly Row[];
  /** Frames of another session that runs meanwhile. */
  readonly witness: { readonly sent: number; readonly heard: number };
}

const INTRODUCTION = `# Errors in your code never end a call unnoticed

Each row is a place where your code runs, and each column a way to throw there. A cell shows the [code](errors.md) that
\`errors$\` reports, and what happens to the session: it goes on, it ends with a reason, or its start rejects. In every
case the process keeps running and other sessions lose no frame. If code throws after its session has ended, the error
is logged.

A splice that throws [stays in](sessions.md#splices). With \`containment: 'calls'\` in the session options, the session
contains only the first column, and the process needs neither a listener nor \`AsyncLocalStorage\`.

`;

it('no error of an application ends the process: docs/containment.md', async () => {
  const path = fileURLToPath(new URL('parts.mjs', import.meta.url));
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [path], { timeout: 120_000 });
  const { ways, rows, witness } = JSON.parse(stdout) as Printed;
  const lines = [
    `| Place | ${ways.join(' | ')} |`,
    `|---|${'---|'.repeat(ways.length)}`,
    ...rows.map(([place, ...outcomes]) => `| ${place} | ${outcomes.map(describeOutcome).join(' | ')} |`),
  ];
  await expect(`${INTRODUCTION}${lines.join('\n')}\n`).toMatchFileSnapshot('../../../docs/containment.md');
  expect(witness.heard).toBe(witness.sent);
  expect(witness.heard).toBeGreaterThan(0);
  expect(stderr).toBe('');
});

function describeOutcome({ codes, end }: Outcome): string {
  const what = { agent_ended: 'goes on', 'the start rejects': 'the start rejects' }[end] ?? `ends: \`${end}\``;
  return `${codes.map((code) => (code === 'logged' ? code : `\`${code}\``)).join(', ')}; ${what}`;
}
