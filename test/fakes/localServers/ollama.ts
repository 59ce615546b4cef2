import { asArray, asObject, asText, type JsonObject } from '../../../src/wire/json.ts';
import type { ClientRequest, FakeReply, FakeVendor } from '../kit/fake.ts';
import { createJsonReply, parseJsonBody } from './replies.ts';

export const OLLAMA_MODEL = 'llama3.2';

/** An answer, word by word; `stalls`: the model never finishes. */
export interface OllamaAnswer {
  readonly text: string;
  /** Thoughts of a reasoning model, which precede the text. */
  readonly reasoning?: string;
  readonly stalls?: boolean;
}

/**
 * Streamed `POST /v1/chat/completions` of Ollama 0.32.15, read on 2026-12-01 in github.com/ollama/ollama: openai/openai.go
 * and docs/api/openai-compatibility.mdx. Every key is accepted; `answers` belong to the requests in order.
 */
export function createOllamaFake(answers: readonly OllamaAnswer[]): FakeVendor {
  let asked = 0;
  return {
    validate: (request) => [...validateRequest(request), ...validateBody(parseJsonBody(request))],
    refusalOf: (request) => (parseJsonBody(request)['model'] === OLLAMA_MODEL ? null : 404),
    refuse: (status) => {
      const type = status === 404 ? 'not_found_error' : 'api_error';
      return createJsonReply(status, { error: { message: 'model not found', type, param: null, code: null } });
    },
    answer: (): FakeReply => ({
      status: 200,
      headers: { 'content-type': 'text/event-stream' },
      body: streamAnswer(answers[asked++] ?? { text: '' }),
    }),
  };
}

function validateRequest({ method, path, headers }: ClientRequest): readonly string[] {
  return [
    ...(method === 'POST' && path === '/v1/chat/completions' ? [] : [`${method} ${path}`]),
    ...((headers['authorization'] ?? '') === '' ? ["OpenAI's client sends a key"] : []),
  ];
}

function validateBody({ messages, stream }: JsonObject): readonly string[] {
  const roles = asArray(messages).map((message) => asText(asObject(message)?.['role']));
  return [
    ...(roles.length === 0 ? ['[] is too short - messages'] : []),
    ...roles.flatMap((role) => (ROLES.includes(role) ? [] : [`no such role: ${role}`])),
    ...(stream === true ? [] : ['this fake only streams']),
  ];
}

const ROLES = ['system', 'user', 'assistant', 'tool'];

async function* streamAnswer({ text, reasoning, stalls = false }: OllamaAnswer): AsyncGenerator<Uint8Array> {
  const deltas = [
    ...(reasoning === undefined ? [] : [{ content: '', reasoning }]),
    ...(text.match(/\s*\S+/gu) ?? []).map((content) => ({ content })),
  ];
  for (const [n, delta] of deltas.entries()) yield chunk(n === 0 ? { role: 'assistant', ...delta } : delta);
  if (stalls) return await new Promise<never>(() => {});
  yield chunk({}, 'stop');
  yield Buffer.from('data: [DONE]\n\n');
}

function chunk(delta: object, finish_reason: string | null = null): Uint8Array {
  const choices = [{ index: 0, delta, finish_reason }];
  const head = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 0, model: OLLAMA_MODEL };
  return Buffer.from(`data: ${JSON.stringify({ ...head, system_fingerprint: 'fp_ollama', choices })}\n\n`);
}
