import type { TranscriptDetails } from '../../src/core/speech.ts';
import { detailsOf } from '../../src/core/detailsOf.ts';
import { asArray, asNumber, asObject, asText, type JsonObject } from '../../src/wire/json.ts';

/**
 * Parses the details of a transcript: the language and, if the tokens' probabilities are sent, their geometric mean as
 * the confidence.
 */
export function parseDetails(answer: JsonObject): TranscriptDetails {
  const language = asText(asObject(asArray(answer['languages'])[0])?.['code']);
  return detailsOf({
    confidence: computeConfidence(asArray(answer['logprobs'])),
    language: language === '' ? undefined : language,
  });
}

function computeConfidence(tokens: readonly unknown[]): number | undefined {
  const logs = tokens.map((token) => asNumber(asObject(token)?.['logprob']));
  if (logs.length === 0 || !logs.every((log) => log !== null)) return undefined;
  return Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length);
}
