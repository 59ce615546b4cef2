import { once } from 'node:events';
import { expect, test } from 'vitest';
import type { StartSessionResponse } from '../../src/core/sessionRequests.ts';
import { readNodes, startCluster } from './clusterProcess.ts';

test('npm run cluster serves the page on three nodes, which are one service, until Ctrl-C', {
  tags: ['redis-server'],
}, async () => {
  const example = startCluster();
  const urls = (await readNodes(example.stdout)).map(({ url }) => url);
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
  const example = startCluster({ PATH: '/nowhere' });
  const [message] = (await once(example.stderr, 'data')) as [Buffer];
  expect(String(message)).toMatch(/^cluster: redis-server is not installed\. Install it .* or set REDIS/u);
  expect(await once(example, 'exit')).toEqual([1, null]);
});
