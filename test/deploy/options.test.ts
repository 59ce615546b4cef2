import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SETTINGS } from '../../src/cli/serve/settings.ts';
import { PROBLEMS } from '../../src/server/problems/problem.ts';
import { ROOT } from '../package/packed.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** The names of all fields of the public types of the server and of an agent. */
const fields = new Set(
  ['server.d.ts', 'antiphon.d.ts'].flatMap((file) =>
    [...read(`test/api/${file}`).matchAll(/\b(?:readonly )?(?<name>\w+)\??[:(]/gu)].map(([, name]) => name ?? ''),
  ),
);
/** Names of the proxies. */
const FOREIGN = ['worker_shutdown_timeout', 'stream_close_delay'];
const NAMES: ReadonlySet<string> = new Set([...fields, ...Object.keys(PROBLEMS), ...FOREIGN]);

describe.each(['docs/deploy.md', 'docs/production.md'])('%s', (path) => {
  const page = read(path);
  const prose = page.replaceAll(/^```[^]*?^```$/gmu, '');

  test('names options, fields and codes that there are', () => {
    const named = [...prose.matchAll(/`(?<name>[a-z]+(?:_[a-z]+)+)`/gu)].map(([, name]) => name ?? '');
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !NAMES.has(name))).toEqual([]);
  });

  test('names variables that something reads', () => {
    const known = [...SETTINGS.map(({ variable }) => variable), 'ANTIPHON_API_KEYS'];
    const named = [...page.matchAll(/\bANTIPHON_\w+/gu)].map(([name]) => name);
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });
});

test('docs/deploy.md lists every flag of `antiphon serve` with its variable, and no other', () => {
  const page = read('docs/deploy.md');
  const rows = page.split('\n').filter((line) => line.startsWith('| `--'));
  const flags = rows.flatMap((row) => [...row.matchAll(/`--(?!no-)(?<flag>[\w-]+)`/gu)].map(([, flag]) => flag ?? ''));
  const variables = rows.flatMap((row) =>
    [...(row.split('|')[2] ?? '').matchAll(/`(?<name>\w+)`/gu)].map(([, name]) => name ?? ''),
  );
  expect(flags.toSorted()).toEqual(SETTINGS.map(({ flag }) => flag).toSorted());
  expect(variables.toSorted()).toEqual(SETTINGS.map(({ variable }) => variable).toSorted());
});

describe('the nginx of docs/deploy.md', () => {
  const config = /```nginx\n(?<config>[^]*?)```/u.exec(read('docs/deploy.md'))?.groups?.['config'] ?? '';

  test('passes the upgrade, the host and the address on', () => {
    const headers = [...config.matchAll(/proxy_set_header (?<name>\S+) (?<value>\S+);/gu)].map(([, name, value]) => [
      name,
      value,
    ]);
    expect(Object.fromEntries(headers)).toEqual({
      Host: '$http_host',
      'X-Forwarded-For': '$remote_addr',
      'X-Forwarded-Host': '$http_host',
      'X-Forwarded-Proto': '$scheme',
      Upgrade: '$http_upgrade',
      Connection: '$connection_upgrade',
    });
    expect(config).toContain('proxy_http_version 1.1;');
  });

  test('waits longer than two pings of the server', () => {
    const seconds = [...config.matchAll(/proxy_(?:read|send)_timeout (?<seconds>\d+)s;/gu)].map(([, text]) =>
      Number(text),
    );
    expect(seconds.length).toBe(2);
    expect(Math.min(...seconds)).toBeGreaterThan(20);
  });
});
