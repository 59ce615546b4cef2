import { describe, expect, test } from 'vitest';
import { mcpTools, type McpClient } from '../../src/llm/index.ts';
import { encode } from '../../src/session/agentCode/functions/encode.ts';

const inputSchema = { type: 'object', properties: { q: { type: 'string' } } };
const tool = (name: string) => ({ name, description: `Does ${name}.`, inputSchema });

/** A client of SDK 2.x whose tools return `result`, and the calls that it got. */
function createClient(tools: readonly object[], result: unknown = { content: [{ type: 'text', text: 'done' }] }) {
  const calls: { params: unknown; options: unknown }[] = [];
  const client = {
    listTools: async () => ({ tools }),
    callTool: async (params: unknown, options: unknown) => {
      calls.push({ params, options });
      return result;
    },
  } as unknown as McpClient;
  return { client, calls };
}

const context = { signal: new AbortController().signal } as never;
const run = async (result: unknown, options?: object): Promise<unknown> => {
  const { client } = createClient([tool('search')], result);
  return (await mcpTools(client, options))['search']?.execute({} as never, context);
};

describe('the functions of a server', () => {
  test('have its names, descriptions and schemas', async () => {
    const functions = await mcpTools(createClient([tool('search'), tool('files/read.all')]).client);
    expect(Object.keys(functions)).toEqual(['search', 'files_read_all']);
    expect(functions['search']).toMatchObject({ description: 'Does search.', json_schema: inputSchema, timeout: 30 });
  });

  test('are those of `only`, with `prefix`', async () => {
    const { client } = createClient([tool('search'), tool('delete')]);
    expect(Object.keys(await mcpTools(client, { only: ['search'], prefix: 'web.' }))).toEqual(['web_search']);
  });

  test('are those of all pages', async () => {
    const client = {
      ...createClient([]).client,
      listTools: async ({ cursor = '0' } = {}) => ({
        tools: [tool(`t${cursor}`)],
        nextCursor: cursor === '2' ? undefined : `${+cursor + 1}`,
      }),
    };
    expect(Object.keys(await mcpTools(client))).toEqual(['t0', 't1', 't2']);
  });

  test.each([
    ['only', { only: ['sing'] }, 'only: expected a tool of the server, got sing'],
    ['timeout', { timeout: 0 }, 'timeout: expected a number above 0, got 0'],
    ['maxResultChars', { maxResultChars: 2e6 }, 'maxResultChars: expected 1 to 1000000, got 2000000'],
  ])('refuse %s out of range', async (_, options, message) => {
    await expect(mcpTools(createClient([tool('search')]).client, options)).rejects.toMatchObject({
      code: 'usage_invalid',
      message: `mcpTools: ${message}`,
    });
  });

  test('refuse two tools that would share a name', async () => {
    await expect(mcpTools(createClient([tool('a.b'), tool('a/b')]).client)).rejects.toThrow(
      'expected distinct names, got a_b',
    );
  });

  test('have every name, also one that objects have already', async () => {
    const names = ['__proto__', 'constructor', 'toString'];
    const functions = await mcpTools(createClient(names.map(tool)).client);
    expect(Object.keys(functions)).toEqual(names);
  });

  test('refuse a server that pages for ever', async () => {
    const client = { ...createClient([]).client, listTools: async () => ({ tools: [], nextCursor: 'more' }) };
    await expect(mcpTools(client)).rejects.toThrow('expected at most 100 pages of tools');
  });
});

test.each([
  [{ name: '', inputSchema }, 'tools[0].name: expected a name'],
  [{ inputSchema }, 'tools[0].name: expected a name, got nothing'],
  [{ name: 'search' }, 'tools[0].inputSchema: expected a JSON Schema, got nothing'],
])('a tool that no model takes is refused: %j', async (broken, message) => {
  const { client } = createClient([broken]);
  await expect(mcpTools(client)).rejects.toThrow(message);
});

describe('a call', () => {
  test('passes the arguments, the signal and the time', async () => {
    const { client, calls } = createClient([tool('files/read')]);
    const { files_read } = await mcpTools(client, { timeout: 2 });
    expect(await files_read?.execute({ q: 'x' } as never, context)).toBe('done');
    expect(calls).toEqual([
      {
        params: { name: 'files/read', arguments: { q: 'x' } },
        options: { signal: (context as { signal: unknown }).signal, timeout: 2000 },
      },
    ]);
  });

  test('may take for ever: the SDK sets a timer, which is the longest that Node has', async () => {
    const { client, calls } = createClient([tool('search')]);
    const { search } = await mcpTools(client, { timeout: Number.POSITIVE_INFINITY });
    await search?.execute({} as never, context);
    expect(calls).toMatchObject([{ options: { timeout: 2_147_483_647 } }]);
  });

  test('of SDK 1.x has the options behind the schema of the result', async () => {
    const received: unknown[][] = [];
    const callTool = async (...args: unknown[]) => {
      received.push(args);
      return {};
    };
    const { search } = await mcpTools({ ...createClient([tool('search')]).client, callTool });
    await search?.execute({} as never, context);
    expect(received[0]?.slice(1)).toEqual([undefined, expect.objectContaining({ timeout: 30_000 })]);
  });

  test('of a client in a wrapper of three parameters, too', async () => {
    const received: unknown[] = [];
    const callTool = async (_params: unknown, _schema: unknown, options: unknown) => void received.push(options);
    const { search } = await mcpTools({ ...createClient([tool('search')]).client, callTool });
    await search?.execute({} as never, context);
    expect(received).toMatchObject([{ timeout: 30_000 }]);
  });

  test('whose result is cut stays within what a result may have', async () => {
    const content = [{ type: 'text', text: 'x'.repeat(1_100_000) }];
    expect(encode(await run({ content }, { maxResultChars: 1_000_000 }))).toMatch(/x\n\[\d+ more characters\]$/u);
  });

  test.each([
    [
      'structured content beside an empty text',
      { content: [{ type: 'text', text: '' }], structuredContent: { a: 1 } },
      '{"a":1}',
    ],
    [
      'texts',
      {
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ],
      },
      'a\nb',
    ],
    ['structured content', { content: [], structuredContent: { rooms: 2 } }, '{"rooms":2}'],
    ['a picture', { content: [{ type: 'image', mimeType: 'image/png', data: '…' }] }, '[image: image/png]'],
    ['a link', { content: [{ type: 'resource_link', uri: 'file:///a' }] }, '[resource_link: file:///a]'],
    ['a text in a resource', { content: [{ type: 'resource', resource: { uri: 'file:///a', text: 'hi' } }] }, 'hi'],
    ['nothing', {}, ''],
  ])('returns %s', async (_, result, expected) => {
    expect(await run(result)).toBe(expected);
  });

  test('cuts a long result between characters, and says how much is missing', async () => {
    expect(await run({ content: [{ type: 'text', text: '123😀56' }] }, { maxResultChars: 4 })).toBe(
      '123\n[4 more characters]',
    );
  });

  test('fails where the tool says so, with its text', async () => {
    await expect(run({ isError: true, content: [{ type: 'text', text: 'no such room' }] })).rejects.toThrow(
      'no such room',
    );
    await expect(run({ isError: true })).rejects.toThrow('the tool failed without a message');
  });
});
