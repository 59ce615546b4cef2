import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import type { StartSessionResponse } from '../../src/core/sessionRequests.ts';

const EXAMPLE = resolve(import.meta.dirname, '../../dist/examples/cluster/cluster.js');

function startExample(env: NodeJS.ProcessEnv) {
  const example = spawn(process.execPath, [EXAMPLE], {
    env: { ...process.env, PORT: '0', REDIS: '', npm_lifecycle_event: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void example.kill('SIGTERM'));
  return example;
}

test('npm run cluster serves the page on three nodes, which are one service, until Ctrl-C', {
  tags: ['redis-server'],
}, async () => {
  const example = startExample({});
  const urls: string[] = [];
  for await (const line of createInterface({ input: example.stdout })) {
    const url = /^node-\d: (?<url>[^,]+)/u.exec(line)?.groups?.['url'];
    if (url !== undefined) urls.push(url);
    if (line.includes('Ctrl-C')) break;
  }
  const [first = ''] = urls;
  for (const url of urls) expect((await fetch(url)).headers.get('content-type')).toContain('text/html');
  const hosts = new Set<string>();
  // Until all have seen each other.
  while (hosts.size < 3) {
    const answer = (await (await fetch(`${first}/v1/sessions`, { method: 'POST' })).json()) as StartSessionResponse;
    hosts.add(new URL(answer.transport.url).host);
  }
  expect(hosts).toEqual(new Set(urls.map((url) => new URL(url).host)));
  const exited = once(example, 'exit');
  example.kill('SIGINT');
  expect(await exited).toEqual([0, null]);
  for (const url of urls) await expect(fetch(url)).rejects.toThrow('fetch failed');
});

test('npm run cluster says what to install when there is no redis-server', async () => {
  const example = startExample({ PATH: '/nowhere' });
  const [message] = (await once(example.stderr, 'data')) as [Buffer];
  expect(String(message)).toMatch(/^cluster: redis-server is not installed\. Install it .* or set REDIS/u);
  expect(await once(example, 'exit')).toEqual([1, null]);
});
