import type { Dialect, FinishReason, PartEvent } from '../part.ts';
import { arrayOf, fieldsOf, numberOf, optionalString, stringOf, type Fields } from '../fields.ts';
import { jsonOf } from '../jsonOf.ts';
import { createStreamError } from '../streamError.ts';

const FINISH_REASONS: Readonly<Record<string, FinishReason>> = {
  STOP: 'stop',
  MAX_TOKENS: 'length',
  SAFETY: 'content_filter',
  RECITATION: 'content_filter',
  LANGUAGE: 'content_filter',
  BLOCKLIST: 'content_filter',
  PROHIBITED_CONTENT: 'content_filter',
  SPII: 'content_filter',
};

/** Finish reasons for output that cannot be used. */
const FAILURES: ReadonlySet<string> = new Set([
  'MALFORMED_FUNCTION_CALL',
  'MALFORMED_RESPONSE',
  'UNEXPECTED_TOOL_CALL',
]);

/** Responses of `generateContentStream` of Gemini: https://ai.google.dev/api/generate-content */
export const gemini: Dialect = {
  matches: (part) => {
    const { candidates, usageMetadata, promptFeedback } = fieldsOf(part);
    return Array.isArray(candidates) || usageMetadata !== undefined || promptFeedback !== undefined;
  },
  createReader: () => {
    let calls = 0;
    const readPart = ({ text, thought, functionCall }: Fields): readonly PartEvent[] => {
      if ((functionCall ?? null) !== null) {
        const { id, name, args } = fieldsOf(functionCall);
        calls += 1;
        return [
          { kind: 'call', key: `${calls}`, id: optionalString(id), name: optionalString(name), args: jsonOf(args) },
        ];
      }
      return [thought === true || typeof text !== 'string' ? { kind: 'alive' } : { kind: 'text', text }];
    };
    return (part) => {
      const { candidates, usageMetadata, promptFeedback, modelVersion } = fieldsOf(part);
      const candidate = fieldsOf(arrayOf(candidates)[0]);
      const parts = arrayOf(fieldsOf(candidate['content'])['parts']).map(fieldsOf);
      return [
        ...(typeof modelVersion === 'string' ? [{ kind: 'model', model: modelVersion } as const] : []),
        ...parts.flatMap(readPart),
        ...readFinish(candidate, fieldsOf(promptFeedback)),
        ...(usageMetadata === undefined ? [] : readUsage(fieldsOf(usageMetadata))),
      ];
    };
  },
};

function readFinish({ finishReason, finishMessage }: Fields, { blockReason }: Fields): readonly PartEvent[] {
  if (typeof blockReason === 'string') return [{ kind: 'finish', reason: 'content_filter' }];
  if (typeof finishReason !== 'string') return [];
  if (FAILURES.has(finishReason)) throw createStreamError({ code: finishReason, message: stringOf(finishMessage) });
  return [{ kind: 'finish', reason: FINISH_REASONS[finishReason] ?? 'stop' }];
}

function readUsage({ promptTokenCount, candidatesTokenCount, thoughtsTokenCount }: Fields): readonly PartEvent[] {
  const completion = numberOf(candidatesTokenCount) + numberOf(thoughtsTokenCount);
  return [{ kind: 'usage', prompt: numberOf(promptTokenCount), completion }];
}
