import { tap } from 'rxjs';
import type { SpeechToText, SttEvent } from '../../core/ports.ts';
import { createViolation, type Violation } from './violation.ts';
import { checkedSource } from './checkedSource.ts';
import { createProviderReports } from './streamReports.ts';
import type { BorderReports } from './borderReports.ts';
import { isCount, isFields, type Fields } from './values.ts';

/**
 * Checks what a recogniser says: a breach of its contract fails the segment concerned, once. What concerns no segment that was
 * opened is reported once and dropped; then the final timeout settles what is owed.
 */
export function createCheckedStt(stt: SpeechToText, reports: BorderReports): SpeechToText {
  const { name, sampleRate, finalTimeoutMs, interims } = stt;
  const port = `the recogniser ${name}`;
  const { violationError, ...contained } = createProviderReports(name, port, reports);
  return {
    name,
    sampleRate,
    finalTimeoutMs,
    interims,
    transcribe: (speech) => {
      let latest = -1;
      const given = new Set<number>();
      return checkedSource<SttEvent>({
        open: () => stt.transcribe(speech.pipe(tap(({ kind, segment }) => kind === 'start' && (latest = segment)))),
        check: (event) => checkEvent(event, latest),
        onViolation: (found, out) => {
          const { segment } = found;
          if (segment === undefined) return reports.reportOnce(`${port}: ${found.path}`, () => violationError(found));
          if (given.has(segment)) return;
          given.add(segment);
          out.next({ kind: 'failed', segment, error: violationError(found) });
        },
        ...contained,
      });
    },
  };
}

/** `latest`: the last segment that was opened; they are numbered from 0. */
function checkEvent(event: unknown, latest: number): Violation | null {
  if (!isFields(event)) return createViolation('an event', 'an object', event);
  if (event['kind'] === 'report') return null;
  const { segment } = event;
  if (!isCount(segment) || segment > latest) return createViolation('segment', 'a segment that was opened', segment);
  const found = checkContent(event);
  return found === null ? null : { ...found, segment };
}

function checkContent(event: Fields): Violation | null {
  const { kind } = event;
  switch (kind) {
    case 'interim':
    case 'final':
      return checkWords(event);
    case 'empty':
    case 'failed':
      return null;
    default:
      return createViolation('kind', '"interim", "final", "empty", "failed" or "report"', kind);
  }
}

function checkWords(event: Fields): Violation | null {
  const { text, words = [] } = event;
  if (typeof text !== 'string') return createViolation('text', 'a string', text);
  const flag = ['last', 'provisional'].find((name) => !['undefined', 'boolean'].includes(typeof event[name]));
  if (flag !== undefined) return createViolation(flag, 'true or false', event[flag]);
  return Array.isArray(words) && words.every(isFields) ? null : createViolation('words', 'an array of words', words);
}
