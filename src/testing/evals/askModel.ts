import { asyncScheduler, type SchedulerLike } from 'rxjs';
import { AntiphonError, type ErrorCode } from '../../core/errors.ts';
import { messageOf } from '../../core/messageOf.ts';
import { chunks, type ModelStream } from '../../llm/chunks.ts';
import { parseMs, type Duration } from '../score/time.ts';
import type { Cassette } from './cassette.ts';

/** A message to a model. */
export interface ModelMessage {
  readonly role: 'system' | 'user';
  readonly content: string;
}

/** Asks a model and returns its stream, from any client that `chunks` of `antiphon/llm` supports. */
export type AskModel = (request: {
  readonly messages: readonly ModelMessage[];
  readonly signal: AbortSignal;
}) => ModelStream;

/** A model with a role in an eval. */
export interface EvalModel {
  /** The name of the model. Recorded answers are kept per model. */
  readonly model: string;
  readonly ask: AskModel;
  /** The cassette that records its answers and replays them. @default none, so that the model is always asked */
  readonly cassette?: Cassette | undefined;
  /** Longest wait for an answer. @default 60s */
  readonly timeout?: Duration | undefined;
  /** The scheduler of `timeout`. @default asyncScheduler */
  readonly scheduler?: SchedulerLike | undefined;
}

/**
 * Resolves with the text of a model, from the cassette if recorded. Rejects with an error of this code if the model
 * fails or does not answer in time.
 */
export async function askModel(
  kind: string,
  code: ErrorCode,
  messages: readonly ModelMessage[],
  options: EvalModel,
): Promise<string> {
  const ask = (): Promise<string> => readText(code, messages, options);
  const answer = await (options.cassette?.answer(kind, { model: options.model, messages }, ask) ?? ask());
  if (typeof answer === 'string') return answer;
  throw new AntiphonError(code, `${kind}: expected a text as answer, got ${typeof answer}`);
}

function readText(
  code: ErrorCode,
  messages: readonly ModelMessage[],
  { model, ask, timeout = '60s', scheduler = asyncScheduler }: EvalModel,
): Promise<string> {
  const controller = new AbortController();
  const fail = (why: string, cause?: unknown): AntiphonError => new AntiphonError(code, `${model}: ${why}`, { cause });
  return new Promise<string>((resolve, reject) => {
    const limit = scheduler.schedule(() => {
      reject(fail(`no answer within ${timeout}`));
      controller.abort();
    }, parseMs(timeout));
    const read = async (): Promise<string> => {
      let text = '';
      for await (const chunk of chunks(ask({ messages, signal: controller.signal })))
        text += chunk.choices[0]?.delta.content ?? '';
      return text.trim();
    };
    read()
      .then(resolve, (cause: unknown) => reject(fail(messageOf(cause), cause)))
      .finally(() => limit.unsubscribe());
  });
}
