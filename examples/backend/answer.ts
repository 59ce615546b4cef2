import type { IncomingMessage, ServerResponse } from 'node:http';

/** An answer of the backend. */
export interface Answer {
  readonly status: number;
  readonly type?: string;
  readonly cookie?: string;
  readonly body?: string | Buffer;
}

const MAX_BODY = 65_536;

/** Creates an answer with a sentence, in the form that the browser client quotes. */
export function refuse(status: number, detail: string): Answer {
  return { status, type: 'application/problem+json', body: JSON.stringify({ status, detail }) };
}

export function sendAnswer(response: ServerResponse, { status, type, cookie, body }: Answer): void {
  response.writeHead(status, {
    'cache-control': 'no-store',
    ...(type !== undefined && { 'content-type': type }),
    ...(cookie !== undefined && { 'set-cookie': cookie }),
  });
  response.end(body);
}

/** Reads a JSON object of at most 64 KiB; undefined if it is none. Forms of other sites cannot send its type. */
export async function readJson(request: IncomingMessage): Promise<Readonly<Record<string, unknown>> | undefined> {
  if (request.headers['content-type']?.startsWith('application/json') !== true) return undefined;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_BODY) return undefined;
    chunks.push(chunk);
  }
  return parseObject(Buffer.concat(chunks).toString());
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
