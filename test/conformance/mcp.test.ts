import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AgentFunction } from '../../src/session/sessionControl.ts';
import { mcpTools, type McpClient } from '../../src/llm/index.ts';

// oxlint-disable-next-line typescript/no-explicit-any
const load = async (name: string): Promise<any> => import(/* @vite-ignore */ name);

const EVERYTHING = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js');
const server = { command: process.execPath, args: [EVERYTHING, 'stdio'], stderr: 'ignore' };

type ConnectedClient = McpClient & { connect(transport: unknown): Promise<void>; close(): Promise<void> };

const CLIENTS: readonly (readonly [
  name: string,
  create: () => Promise<{ client: ConnectedClient; transport: unknown }>,
])[] = [
  [
    '1.32',
    async () => {
      const { Client } = await load('@modelcontextprotocol/sdk/client/index.js');
      const { StdioClientTransport } = await load('@modelcontextprotocol/sdk/client/stdio.js');
      return { client: new Client({ name: 'test', version: '1' }), transport: new StdioClientTransport(server) };
    },
  ],
  [
    '2.4',
    async () => {
      const { Client } = await load('@modelcontextprotocol/client');
      const { StdioClientTransport } = await load('@modelcontextprotocol/client/stdio');
      return { client: new Client({ name: 'test', version: '1' }), transport: new StdioClientTransport(server) };
    },
  ],
];

describe.each(CLIENTS)('the server "everything", by client SDK %s', (_, create) => {
  let client: ConnectedClient;
  let functions: Record<string, AgentFunction<never>>;
  const run = async (name: string, args: object, signal = new AbortController().signal): Promise<unknown> =>
    functions[name]?.execute(args as never, { signal } as never);

  beforeAll(async () => {
    const created = await create();
    client = created.client;
    await client.connect(created.transport);
    functions = await mcpTools(client, { timeout: 5, maxResultChars: 50 });
  });
  afterAll(() => client.close());

  test('has functions with their schemas', () => {
    expect(functions['get-sum']).toMatchObject({ json_schema: { type: 'object', required: ['a', 'b'] }, timeout: 5 });
  });

  test('answers', async () => {
    expect(await run('echo', { message: 'hello' })).toBe('Echo: hello');
    expect(await run('get-sum', { a: 1, b: 2 })).toBe('The sum of 1 and 2 is 3.');
    expect(await run('get-tiny-image', {})).toContain('[image: image/png]');
  });

  test('answers at length, cut', async () => {
    expect(await run('echo', { message: 'a'.repeat(100) })).toBe(`Echo: ${'a'.repeat(44)}\n[56 more characters]`);
  });

  test('refuses wrong arguments, with what it expected', async () => {
    await expect(run('get-sum', { a: 'one', b: 2 })).rejects.toThrow('Input validation');
  });

  test('stops when the call is cancelled', async () => {
    const controller = new AbortController();
    const called = run('trigger-long-running-operation', { duration: 60, steps: 60 }, controller.signal);
    controller.abort();
    await expect(called).rejects.toThrow('aborted');
    expect(await run('echo', { message: 'still here' })).toBe('Echo: still here');
  });
});
