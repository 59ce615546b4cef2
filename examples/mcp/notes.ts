import type { McpClient } from 'antiphon/llm';

/**
 * Notes behind the methods of a client of the Model Context Protocol. In your program: `Client` of `@modelcontextprotocol/sdk`,
 * connected to a server over stdio or HTTP.
 */
export function createNotes(): McpClient {
  const notes: string[] = [];
  return {
    listTools: async () => ({
      tools: [
        {
          name: 'add_note',
          description: 'Writes a note down.',
          inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
        },
      ],
    }),
    callTool: async ({ arguments: { text } }: { readonly arguments: { readonly text: string } }) => {
      notes.push(text);
      return { content: [{ type: 'text', text: `${notes.length} in all` }] };
    },
  };
}
