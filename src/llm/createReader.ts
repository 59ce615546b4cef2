import type { ChatCompletionChunk } from '../core/chunk.ts';
import { createAssembler, type Assembler } from './assemble.ts';
import { agents } from './dialects/agents.ts';
import { aiSdk } from './dialects/aiSdk.ts';
import { anthropic } from './dialects/anthropic.ts';
import { gemini } from './dialects/gemini.ts';
import { langChain } from './dialects/langChain.ts';
import { responses } from './dialects/responses.ts';
import { text } from './dialects/text.ts';
import { fieldsOf } from './fields.ts';
import type { Dialect } from './part.ts';
import { createStreamError, createUnknownError } from './streamError.ts';
import { isObject } from '../core/isObject.ts';

const DIALECTS: readonly Dialect[] = [text, responses, agents, anthropic, gemini, langChain, aiSdk];

/** Reads the parts of one stream. */
export interface PartReader {
  read(part: unknown): readonly ChatCompletionChunk[];
  end(): readonly ChatCompletionChunk[];
}

/** Creates the reader of a stream according to its first part. The reader ignores later parts of unknown types. */
export function createReader(first: unknown): PartReader {
  if (isChunk(first)) return completions;
  const dialect = DIALECTS.find(({ matches }) => matches(first));
  if (dialect !== undefined) return readWith(dialect, createAssembler());
  assertNoError(first);
  throw createUnknownError(first);
}

function readWith(dialect: Dialect, assembler: Assembler): PartReader {
  const read = dialect.createReader();
  const isText = dialect === text;
  return {
    read: (part) => {
      if ((typeof part === 'string') !== isText || (!isText && !isObject(part))) throw createUnknownError(part);
      assertNoError(part);
      return assembler.add(read(part));
    },
    end: () => assembler.end({ mustFinish: dialect.finishes === true }),
  };
}

/** Throws the error that a part reports. Proxies that fail in mid-stream use a shape of their own. */
function assertNoError(part: unknown): void {
  const { type, error = null } = fieldsOf(part);
  if (type === 'error' || (type === undefined && error !== null)) throw createStreamError(error ?? part);
}

/** The reader for chunks of Chat Completions, which pass unchanged. */
const completions: PartReader = {
  read: (part) => {
    const { error } = fieldsOf(part);
    if (error !== undefined && error !== null) throw createStreamError(error);
    return [part as ChatCompletionChunk];
  },
  end: () => [],
};

function isChunk(part: unknown): boolean {
  return Array.isArray(fieldsOf(part)['choices']);
}
