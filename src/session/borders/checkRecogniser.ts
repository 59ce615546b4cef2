import { tap } from 'rxjs';
import type { SpeechToText, SttEvent } from '../../core/ports.ts';
import type { Breach } from './breach.ts';
import { breach } from './breach.ts';
import { inlet } from './inlet.ts';
import { providerFailures } from './reportsOf.ts';
import type { BorderReports } from './reports.ts';
import { isCount, isFields } from './values.ts';
import type { Fields } from './values.ts';

/**
 * Checks what a recogniser says: a breach of its contract fails the segment concerned, once. What concerns no segment that was
 * opened is reported once and dropped; then the final timeout settles what is owed.
 */
export function checkRecogniser(stt: SpeechToText, reports: BorderReports): SpeechToText {
  const { name, sampleRate, finalTimeoutMs, interims } = stt;
  const port = `the recogniser ${name}`;
  const { breached, ...contained } = providerFailures(name, port, reports);
  return {
    name,
    sampleRate,
    finalTimeoutMs,
    interims,
    transcribe: (speech) => {
      let latest = -1;
      const given = new Set<number>();
      return inlet<SttEvent>({
        open: () => stt.transcribe(speech.pipe(tap(({ kind, segment }) => kind === 'start' && (latest = segment)))),
        check: (event) => eventBreach(event, latest),
        broken: (found, out) => {
          const { segment } = found;
          if (segment === undefined) return reports.once(`${port}: ${found.path}`, () => breached(found));
          if (given.has(segment)) return;
          given.add(segment);
          out.next({ kind: 'failed', segment, error: breached(found) });
        },
        ...contained,
      });
    },
  };
}

/** `latest`: the last segment that was opened; they are numbered from 0. */
function eventBreach(event: unknown, latest: number): Breach | null {
  if (!isFields(event)) return breach('an event', 'an object', event);
  if (event['kind'] === 'report') return null;
  const { segment } = event;
  if (!isCount(segment) || segment > latest) return breach('segment', 'a segment that was opened', segment);
  const found = contentBreach(event);
  return found === null ? null : { ...found, segment };
}

function contentBreach(event: Fields): Breach | null {
  const { kind } = event;
  switch (kind) {
    case 'interim':
    case 'final':
      return wordsBreach(event);
    case 'empty':
    case 'failed':
      return null;
    default:
      return breach('kind', '"interim", "final", "empty", "failed" or "report"', kind);
  }
}

function wordsBreach(event: Fields): Breach | null {
  const { text, words = [] } = event;
  if (typeof text !== 'string') return breach('text', 'a string', text);
  const flag = ['last', 'provisional'].find((name) => !['undefined', 'boolean'].includes(typeof event[name]));
  if (flag !== undefined) return breach(flag, 'true or false', event[flag]);
  return Array.isArray(words) && words.every(isFields) ? null : breach('words', 'an array of words', words);
}
