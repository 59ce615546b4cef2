import { faultOfStatus } from '../../src/wire/fault.ts';
import type { WireFault } from '../../src/wire/fault.ts';

/**
 * How a failure that Fish Audio tells in a frame is taken: by its status where it has one, else by its words, for the wire
 * has no codes. What names a key, credit, a voice or a value that is refused is final; all else may be tried again.
 */
export function classifyFishError(told: string, status: number | null): WireFault {
  const message = told === '' ? 'the synthesis failed' : told;
  if (status !== null && status >= 400 && status < 600) return { ...faultOfStatus(status, {}, '', 0), message };
  return { kind: !TRANSIENT.test(told) && PERMANENT.test(told) ? 'final' : 'retry', message };
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
