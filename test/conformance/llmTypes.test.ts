import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
/** Where the packages of these tests are found. */
const FOLDER = join(import.meta.dirname, 'node_modules/.llm-types');

const IMPORTS = `
import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { Client as Client2 } from '@modelcontextprotocol/client';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { run, type Agent } from '@openai/agents';
import * as ai5 from 'ai5';
import * as ai6 from 'ai6';
import * as ai7 from 'ai7';
import OpenAI from 'openai';
import { chunks, mcpTools, toAiSdk, toAnthropic, toGemini, toResponses, type ModelRequest } from '${ROOT}/dist/src/llm/index.js';

declare const input: ModelRequest;
declare const signal: AbortSignal;
`;

const LINES = {
  'OpenAI, Responses': `chunks(new OpenAI().responses.create({ model: '', stream: true, store: false, ...toResponses(input) }, { signal }));`,
  'OpenAI, Agents SDK': `declare const agent: Agent; chunks(run(agent, '', { stream: true, signal }));`,
  Anthropic: `chunks(new Anthropic().messages.stream({ model: '', max_tokens: 1, ...toAnthropic(input) }, { signal }));`,
  Gemini: `const { contents, config } = toGemini(input);
    chunks(new GoogleGenAI({}).models.generateContentStream({ model: '', contents, config: { ...config, abortSignal: signal } }));`,
  'AI SDK 5': createStreamText(5),
  'AI SDK 6': createStreamText(6),
  'AI SDK 7': createStreamText(7),
  LangChain: `declare const model: BaseChatModel; chunks(model.stream('', { signal }));`,
  'MCP 1.x': `declare const client1: Client1; mcpTools(client1);`,
  'MCP 2.x': `declare const client2: Client2; mcpTools(client2);`,
};

function createStreamText(version: number): string {
  return `declare const model${version}: ai${version}.LanguageModel;
    chunks(ai${version}.streamText({ model: model${version}, abortSignal: signal, ...toAiSdk(input, ai${version}.jsonSchema) }));`;
}

/** Returns the errors of the compiler. */
function compile(lines: readonly string[]): string {
  mkdirSync(FOLDER, { recursive: true });
  const file = join(FOLDER, 'lines.ts');
  writeFileSync(file, `${IMPORTS}${lines.join('\n')}`);
  const options =
    '--ignoreConfig --noEmit --strict --exactOptionalPropertyTypes --skipLibCheck --module nodenext --target es2022';
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  return spawnSync(process.execPath, [tsc, ...options.split(' '), file], { cwd: FOLDER, encoding: 'utf8' }).stdout;
}

test('what docs/models.md shows compiles with the types of all clients', () => {
  expect(compile(Object.values(LINES))).toBe('');
});

test('what none of them takes does not', () => {
  expect(compile([`chunks(new OpenAI().responses.create({ model: '', input: '' }));`])).toMatch(/error TS(2345|2769)/u);
});

test('and is what the page shows', () => {
  const page = readFileSync(join(ROOT, 'docs/models.md'), 'utf8');
  for (const call of [
    'responses.create',
    'run(agent',
    'messages.stream',
    'generateContentStream',
    'streamText',
    'model.stream',
  ])
    expect(page).toContain(call);
});
