import { faultsOfRequest } from '../../llm/requestRules.ts';
import type { Recording } from '../recording.ts';

/** What the handler gets can be sent to every model: it keeps the rules of each API. */
export function requestsKeepTheRulesOfEachApi({ entries }: Recording): readonly string[] {
  return entries.flatMap(({ atMs, of, value }) =>
    of === 'handler' || of === 'ahead' ? faultsOfRequest(value).map((fault) => `${atMs} ${fault}`) : [],
  );
}
