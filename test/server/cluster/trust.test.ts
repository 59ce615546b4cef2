import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSessionId } from '../../../src/session/opening/sessionId.ts';
import { startNode, testDirectory, type TestDirectory } from './support.ts';

/** A server whose address somebody has written into the directory who has no secret of the cluster. It answers as a node would. */
async function intrude({ directory }: TestDirectory, id = 'intruder') {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(201, { 'content-type': 'application/json' }).end('{"session_id":"stolen"}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const registration = directory.register({ id, url: `http://127.0.0.1:${port}`, capacity: 1_000_000 });
  onTestFinished(() => registration.close());
  return { asked, registration };
}

describe('an address in the directory that no node has written', () => {
  it('gets no start of a session, and no custom_data', async () => {
    const known = testDirectory();
    const { asked } = await intrude(known);
    const { url } = await startNode(known, 'a');
    for (const key of [undefined, 'order-1']) {
      const response = await fetch(new URL('/v1/sessions', url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) },
        body: '{"custom_data":{"name":"Ada"}}',
      });
      expect(response.status).toBe(201);
      expect(await response.json()).not.toMatchObject({ session_id: 'stolen' });
    }
    expect(asked).toEqual([]);
  });

  it('gets no request for a session that it pretends to own, and no client is sent there', async () => {
    const known = testDirectory();
    const { asked, registration } = await intrude(known);
    const { url } = await startNode(known, 'a');
    const session = createSessionId();
    await registration.claim({ session, key: 'shop' });
    const response = await fetch(new URL(`/v1/sessions/${session}`, url));
    expect(await response.json()).toMatchObject({ code: 'directory_unavailable' });
    expect(response.headers.get('location')).toBeNull();
    expect(asked).toEqual([]);
  });
});
