import { describeKind } from '../core/describeInput.ts';
import { AntiphonError } from '../core/errors.ts';
import { isObject } from '../core/isObject.ts';
import { LIMITS } from '../core/limits.ts';
import { loadZod } from '../core/zod.ts';
import type { AgentFunction, FunctionContext } from '../session/sessionControl.ts';
import { LONGEST_MS } from '../time/monotonicScheduler.ts';
import { readMcpResult } from './readMcpResult.ts';

/** The part of a Model Context Protocol client that is used: a connected `Client` of the official SDK, 1.x or 2.x. */
export interface McpClient {
  listTools(params?: {
    cursor?: string;
  }): Promise<{ readonly tools: readonly McpTool[]; readonly nextCursor?: string | undefined }>;
  callTool(...args: never): Promise<unknown>;
}

export interface McpTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: object;
}

export interface McpToolsOptions {
  /** Names of the tools to offer. @default all */
  readonly only?: readonly string[] | undefined;
  /** A prefix for each name, such as `calendar_`, with the same set of characters. @default none */
  readonly prefix?: string | undefined;
  /** Time limit for a call in seconds, above 0; `Infinity` for no limit. @default 30 */
  readonly timeout?: number | undefined;
  /**
   * Limit on the characters of a result, at most 1000000. Longer results are cut, and the model is told so.
   * @default 16384
   */
  readonly maxResultChars?: number | undefined;
}

/**
 * Returns the tools of a Model Context Protocol server as functions of an agent. In their names, characters other than
 * letters, digits, `_` and `-` are replaced by `_`. A call that is interrupted or takes too long is cancelled on the
 * server. The caller must close the client.
 *
 * @example
 * ```ts
 * import { mcpTools, type McpClient } from 'antiphon/llm';
 *
 * declare const client: McpClient; // such as `Client` of @modelcontextprotocol/client, connected
 * export const functions = await mcpTools(client, { only: ['find_slot', 'book_slot'], timeout: 10 });
 * ```
 *
 * @throws AntiphonError `usage_invalid` for a name in `only` that the server does not have, for two tools that would
 * share a name, and for an option out of range
 */
export async function mcpTools(
  client: McpClient,
  options: McpToolsOptions = {},
): Promise<Record<string, AgentFunction<never>>> {
  const { only, prefix = '', timeout = 30, maxResultChars = 16_384 } = options;
  checkRange('timeout', timeout, Number.POSITIVE_INFINITY);
  checkRange('maxResultChars', maxResultChars, LIMITS.functionResult);
  const tools = (await listAll(client)).map(checkTool);
  for (const name of only ?? [])
    if (!tools.some((tool) => tool.name === name)) throw createUsageError('only', `a tool of the server`, name);
  const functions = new Map<string, AgentFunction<never>>();
  for (const tool of tools.filter(({ name }) => only?.includes(name) ?? true)) {
    const name = `${prefix}${tool.name}`.replaceAll(/[^\w-]/gu, '_').slice(0, 64);
    if (functions.has(name)) throw createUsageError('tools', 'distinct names', name);
    functions.set(name, createFunction(client, tool, { timeout, maxResultChars }));
  }
  // Safe even if a tool is called `__proto__`.
  return Object.fromEntries(functions);
}

function checkTool(tool: McpTool, at: number): McpTool {
  const { name, inputSchema } = tool;
  if (typeof name !== 'string' || name === '')
    throw createUsageError(`tools[${at}].name`, 'a name', describeKind(name));
  if (!isObject(inputSchema))
    throw createUsageError(`tools[${at}].inputSchema`, 'a JSON Schema', describeKind(inputSchema));
  return tool;
}

/** Limit on pages, against a server that never stops paging. */
const MAX_PAGES = 100;

async function listAll(client: McpClient): Promise<readonly McpTool[]> {
  const tools: McpTool[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const listed = await client.listTools(cursor === undefined ? undefined : { cursor });
    tools.push(...listed.tools);
    cursor = listed.nextCursor;
    if (cursor === undefined) return tools;
  }
  throw createUsageError('tools', `at most ${MAX_PAGES} pages of tools`, 'more');
}

function createFunction(
  client: McpClient,
  { name, description = '', inputSchema }: McpTool,
  { timeout, maxResultChars }: { readonly timeout: number; readonly maxResultChars: number },
): AgentFunction<never> {
  return {
    description,
    // The server checks the arguments.
    parameters: loadZod().looseObject({}),
    json_schema: { ...inputSchema },
    uninterruptible: false,
    timeout,
    execute: async (args: Record<string, unknown>, { signal }: FunctionContext<unknown>) => {
      const options = { signal, timeout: Math.min(timeout * 1000, LONGEST_MS) };
      return readMcpResult(await call(client, { name, arguments: args }, options), maxResultChars);
    },
  };
}

interface CallOptions {
  readonly signal: AbortSignal;
  /** In ms. */
  readonly timeout: number;
}

/**
 * Calls a tool. SDK 1.x takes the result schema, which has a default value, between the parameters and the options; 2.x
 * takes two parameters.
 */
function call(client: McpClient, params: object, options: CallOptions): Promise<unknown> {
  const callTool = client.callTool.bind(client) as (...args: unknown[]) => Promise<unknown>;
  return client.callTool.length === 2 ? callTool(params, options) : callTool(params, undefined, options);
}

function checkRange(path: string, value: number, max: number): void {
  if (!(value > 0 && value <= max))
    throw createUsageError(path, max === Number.POSITIVE_INFINITY ? 'a number above 0' : `1 to ${max}`, value);
}

function createUsageError(path: string, expected: string, got: unknown): AntiphonError {
  return new AntiphonError('usage_invalid', `mcpTools: ${path}: expected ${expected}, got ${String(got)}`, { path });
}
