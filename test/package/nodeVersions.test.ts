import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from './packed.ts';

// Other versions of Node, from the npm registry: the packages whose only content is the program.
const VERSIONS = [22, 24] as const;
const PROGRAM =
  process.platform === 'linux' ? `node-linux-${process.arch}` : `node-bin-${process.platform}-${process.arch}`;
const SCRIPT = join(ROOT, 'test/providers/silero/scoresHash.mjs');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'antiphon-nodes-'));
  writeFileSync(join(folder, 'package.json'), '{}');
  const packages = VERSIONS.map((version) => `node${version}@npm:${PROGRAM}@${version}`);
  run('npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages);
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(VERSIONS)('Node %i', (version) => {
  const node = (...args: readonly string[]): string =>
    run(join(folder, `node_modules/node${version}/bin/node`), ...args);

  test('is the installed program', () => {
    expect(node('--version')).toMatch(new RegExp(`^v${version}\\.`, 'u'));
  });

  test.each(['8000', '16000'])('scores speech at %s Hz with the same bits as this Node', (sampleRate) => {
    expect(node(SCRIPT, sampleRate)).toBe(run(process.execPath, SCRIPT, sampleRate));
  });
});

function run(name: string, ...args: readonly string[]): string {
  const { PATH, HOME } = process.env;
  return execFileSync(name, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH, HOME },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
