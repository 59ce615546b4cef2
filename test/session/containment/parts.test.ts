import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

interface Outcome {
  readonly codes: readonly string[];
  readonly end: string;
  readonly reason?: string;
}

/** A place, and what happened for each way to throw. */
type Row = readonly [string, ...Outcome[]];

interface Printed {
  readonly ways: readonly string[];
  readonly rows: readonly Row[];
  /** Frames of a session that goes on meanwhile. */
  readonly witness: { readonly sent: number; readonly heard: number };
}

const INTRODUCTION = `# What you compose cannot end a call unnoticed

Each row is a place where code of yours runs, each column a way to throw there. A cell has the [code](errors.md) on \`errors$\`, and what
becomes of the session: it goes on, it ends for a reason, or its start rejects. In none of these cases does the process end, or another
session lose a frame. What code throws after its session has ended is logged.

A splice that throws [stays in](sessions.md#splices). \`containment: 'calls'\` in the options of a session contains only the first column:
its process needs neither a listener nor \`AsyncLocalStorage\`.

`;

it('nothing that an application composes ends the process: docs/containment.md', async () => {
  const path = fileURLToPath(new URL('parts.mjs', import.meta.url));
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [path], { timeout: 120_000 });
  const { ways, rows, witness } = JSON.parse(stdout) as Printed;
  const lines = [
    `| Who throws | ${ways.join(' | ')} |`,
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
