import { faultOfStatus, type WireFault } from '../../src/wire/fault.ts';

/**
 * Classifies a failure in a message by its status, or else by its words, because Fish Audio sends no codes. A refused
 * key, credit, voice or value is final; everything else may be retried.
 */
export function classifyFishError(text: string, status: number | null): WireFault {
  const message = text === '' ? 'the synthesis failed' : text;
  if (status !== null && status >= 400 && status < 600) return { ...faultOfStatus(status, {}, '', 0), message };
  return { kind: !TRANSIENT.test(text) && PERMANENT.test(text) ? 'final' : 'retry', message };
}

const TRANSIENT =
  /concurren|too many|rate.?limit|overload|busy|time.?out|timed out|temporar|try again|unavailable|internal/iu;
const PERMANENT = new RegExp(
  [
    'invalid|malformed|unsupported|unknown (?!error)|unauthori[sz]ed|unauthenticated|forbidden|denied|permission|not allowed',
    "not (?:be )?found|no such|does ?n[o\u2019']t exist|not exist|missing|required|validation|too (?:long|large)",
    'insufficient|balance|credit|quota|payment|billing|suspended|deactivated|disabled|deleted|moderation|prohibited',
    '\\b(?:400|401|402|403|404|422)\\b',
  ].join('|'),
  'iu',
);
