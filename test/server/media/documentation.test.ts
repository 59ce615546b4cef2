import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { CLOSE_CODES, PROTOCOL } from '../../../src/core/protocol.ts';
import { call } from './support/call.ts';

const page = readFileSync('docs/protocol.md', 'utf8');
const types = readFileSync('src/core/protocol.ts', 'utf8').matchAll(/'((?:[a-z_]+\.)[a-z_]+|clear|error|ping|pong)'/g);

describe('the page of the protocol', () => {
  it.each([...new Set([...types].map(([, type]) => type))])('describes %s', (type) => {
    expect(page).toContain(`\`${type}\``);
  });

  it('describes every code by which a socket of a session is closed', () => {
    const closed = Object.keys(CLOSE_CODES).filter((code) => !['4401', '4403', '4404'].includes(code));
    expect(closed.filter((code) => !page.includes(`| ${code} |`))).toEqual([]);
  });

  it.each<[string, string | undefined, readonly string[]]>([
    ['waits to be spoken to', undefined, ['user: When?', 'assistant: At nine.']],
    ['greets', 'Good evening.', ['assistant: Good evening.', 'user: When?', 'assistant: At nine.']],
  ])('has a client that works with an agent that %s', async (_, first_message, spoken) => {
    const made = call({ llm: ['At nine.'], config: { first_message, allow_interruptions: false } });
    const http = createServer((_request, response) => response.end(JSON.stringify({ transport })));
    const sockets = new WebSocketServer({ server: http, handleProtocols: () => PROTOCOL });
    sockets.on('connection', (socket) => {
      made.start();
      made.connection.join(socket);
    });
    http.listen(0, '127.0.0.1');
    await once(http, 'listening');
    const host = `127.0.0.1:${(http.address() as AddressInfo).port}`;
    const transport = { url: `ws://${host}`, protocol: PROTOCOL, token: 'ek_1' };

    const [, code = ''] = /```js\n([^]*?)```/.exec(page) ?? [];
    const client = spawn(process.execPath, [
      '--input-type=module',
      '-e',
      code,
      'client.mjs',
      `http://${host}`,
      'When?',
    ]);
    const [stdout, complained] = await Promise.all([text(client.stdout), text(client.stderr)]);
    http.close();

    expect(complained).toBe('');
    expect(stdout).toBe([...spoken, 'closed: 1000', ''].join('\n'));
    expect(made.history()).toEqual(spoken);
  });
});
