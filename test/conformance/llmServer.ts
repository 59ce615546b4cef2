import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { ChatMessage, Tool } from '../../src/core/message.ts';
import type { Answer } from '../llm/support.ts';

/** A request to a function, as each client must send and read it. */
export const input: { readonly messages: ChatMessage[]; readonly tools: Tool[] } = {
  messages: [
    { role: 'system', content: 'You are a concierge.' },
    { role: 'assistant', content: 'Good evening.' },
    { role: 'user', content: 'A table for two.' },
    {
      role: 'assistant',
      content: '',
      tool_calls: [{ id: 'c0', type: 'function', function: { name: 'find_table', arguments: '{"guests":2}' } }],
    },
    { role: 'tool', tool_call_id: 'c0', content: 'none' },
  ],
  tools: [
    {
      type: 'function',
      function: {
        name: 'find_table',
        description: 'Finds a table.',
        parameters: { type: 'object', properties: { guests: { type: 'number' } } },
      },
    },
  ],
};

/** What each scripted answer to it comes to. */
export const ANSWER: Answer = {
  text: 'Let me look.',
  calls: [{ id: 'c1', name: 'find_table', args: '{"guests":2}' }],
  finish: 'tool_calls',
  usage: [5, 9],
};

export interface ScriptedServer {
  readonly url: string;
  /** The bodies of the requests. */
  readonly bodies: Record<string, unknown>[];
}

/** Starts a server that answers each request with the next script, as events. */
export async function startServer(...scripts: readonly (readonly object[])[]): Promise<ScriptedServer> {
  const bodies: Record<string, unknown>[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const script = scripts[bodies.length] ?? [];
      bodies.push(JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(script.map(writeEvent).join(''));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies };
}

function writeEvent(event: object): string {
  const name = 'type' in event ? `event: ${String(event.type)}\n` : '';
  return `${name}data: ${JSON.stringify(event)}\n\n`;
}
