import type { CallsResponse } from '../../../studio/protocol.ts';
import type { TaskInputs } from '../threads/task.ts';
import { CallIndex } from './callIndex.ts';

/** The indexes of this thread, by folder: one, except in tests. */
const indexes = new Map<string, CallIndex>();

/** Answers `GET /calls` from the index of the folder. */
export function answerFromIndex({ request, ...options }: TaskInputs['calls']): Promise<CallsResponse> {
  const key = JSON.stringify([options.folder, options.cacheFolder, options.prices]);
  const index = indexes.get(key) ?? new CallIndex(options);
  indexes.set(key, index);
  return index.answer(request);
}
