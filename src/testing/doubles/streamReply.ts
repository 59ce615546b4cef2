import { checkOptions } from '../../core/checkOptions.ts';
import type { NameSet } from '../../core/names.ts';
import { concat, of, type Observable, type SchedulerLike } from 'rxjs';
import type { ChatCompletionChunk } from '../../core/chunk.ts';
import { paced } from '../../stream/paced.ts';
import { pause } from '../../stream/pause.ts';
import { chunk, finish, opening, toolCallChunk } from './chunks.ts';
import { stopOutput } from './stopOutput.ts';

export interface LlmBehaviour {
  /** Time to the first chunk, in ms. Default 0: synchronously. */
  readonly firstTokenMs?: number | undefined;
  /** Time between tokens, in ms. Default 0. */
  readonly tokenMs?: number | undefined;
  /** Number of tokens after which it stops emitting. Default: never. */
  readonly stallAfterTokens?: number | undefined;
  /** Number of tokens after which it fails. Default: never. */
  readonly failAfterTokens?: number | undefined;
}

export const LLM_BEHAVIOUR: NameSet<keyof LlmBehaviour> = {
  firstTokenMs: true,
  tokenMs: true,
  stallAfterTokens: true,
  failAfterTokens: true,
};

/** The reply to one call of the handler. */
export interface LlmReply extends LlmBehaviour {
  /** The text. A string streams word by word; an array streams its elements. Default: no text. */
  readonly text?: string | readonly string[] | undefined;
  /** Functions to call, after the text. `arguments` that are not strings are converted to JSON. */
  readonly calls?: readonly { readonly name: string; readonly arguments?: unknown; readonly id?: string | undefined }[];
  /** Default `tool_calls` if there are calls, else `stop`. */
  readonly finishReason?: string | undefined;
}

const REPLY: NameSet<keyof LlmReply> = { ...LLM_BEHAVIOUR, text: true, calls: true, finishReason: true };

/** Checks the names in a reply of `owner`. @throws AntiphonError `usage_invalid` for an unknown one */
export function checkReply(owner: string, reply: string | LlmReply): void {
  if (typeof reply !== 'string') checkOptions(owner, reply, REPLY);
}

export function streamReply(reply: LlmReply, scheduler: SchedulerLike): Observable<ChatCompletionChunk> {
  const { firstTokenMs = 0, tokenMs = 0, calls = [], finishReason = calls.length > 0 ? 'tool_calls' : 'stop' } = reply;
  const { limit, stallOrFail } = stopOutput('LLM', reply.stallAfterTokens, reply.failAfterTokens);
  const { text = '' } = reply;
  const texts = typeof text === 'string' ? (text.match(/\s*\S+|\s+$/g) ?? []) : text;
  const tokens = [...texts.map(chunk), ...calls.flatMap(callTokens)];
  const streamed = tokens.slice(0, limit);
  return concat(
    pause(firstTokenMs, scheduler),
    of(opening()),
    paced(streamed, (_, index) => (index < streamed.length - 1 ? tokenMs : 0), scheduler),
    tokens.length < limit ? of(finish(finishReason)) : stallOrFail,
  );
}

function callTokens(call: NonNullable<LlmReply['calls']>[number], index: number): ChatCompletionChunk[] {
  const { name, id = `call-${index}` } = call;
  const whole = typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments ?? {});
  const half = Math.ceil(whole.length / 2);
  return [
    toolCallChunk({ index, id, name }),
    toolCallChunk({ index, arguments: whole.slice(0, half) }),
    toolCallChunk({ index, arguments: whole.slice(half) }),
  ];
}
