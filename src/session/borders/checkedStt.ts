import { tap } from 'rxjs';
import type { SpeechToText, SttEvent } from '../../core/ports.ts';
import type { RecogniserTurnState } from '../../core/speech.ts';
import { enter, type Part } from '../containment/part.ts';
import type { BorderReports } from './borderReports.ts';
import { checkedSource } from './checkedSource.ts';
import { createProviderErrors } from './providerErrors.ts';
import { checkProviderEvent, checkText, checkWordList, isCount, isFields, type Fields } from './values.ts';
import { createViolation, type Violation } from './violation.ts';

/**
 * Checks the events of a recogniser. A violation fails its segment, once. A violation without an open segment is
 * reported once and dropped; the final timeout then settles the remaining segments.
 */
export function createCheckedStt(stt: SpeechToText, reports: BorderReports, part?: Part): SpeechToText {
  const { name, model, sampleRate, finalTimeoutMs, interims, delaysInterims, turns } = stt;
  const { createViolationError, ...errors } = createProviderErrors(name, `the recogniser ${name}`);
  return {
    name,
    model,
    sampleRate,
    finalTimeoutMs,
    interims,
    delaysInterims,
    turns,
    transcribe: (speech, wanted) => {
      let latest = -1;
      const failed = new Set<number>();
      return checkedSource<SttEvent>({
        open: () =>
          stt.transcribe(
            enter(speech.pipe(tap(({ kind, segment }) => kind === 'start' && (latest = segment))), part),
            wanted,
          ),
        check: (event) => checkEvent(event, latest),
        onViolation: (found, out) => {
          const { segment, path } = found;
          if (segment === undefined)
            return reports.reportOnce(`${errors.port}: ${path}`, () => createViolationError(found));
          if (failed.has(segment)) return;
          failed.add(segment);
          out.next({ kind: 'failed', segment, error: createViolationError(found) });
        },
        reports,
        part,
        ...errors,
      });
    },
  };
}

/** Checks an event. `latest` is the number of the last opened segment; numbers start at 0. */
function checkEvent(event: unknown, latest: number): Violation | null {
  if (!isFields(event)) return createViolation('an event', 'an object', event);
  if (event['kind'] === 'report') return null;
  if (event['kind'] === 'served' || event['kind'] === 'used') return checkProviderEvent(event, 'seconds');
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
      return checkTranscript(event);
    case 'empty':
    case 'failed':
      return null;
    case 'turn':
      return checkTurn(event);
    default:
      return createViolation('kind', KINDS, kind);
  }
}

const KINDS = '"interim", "final", "empty", "turn", "failed", "report", "served" or "used"';

const TURN_STATES: readonly unknown[] = [
  'update',
  'eager_end',
  'resumed',
  'end',
] satisfies readonly RecogniserTurnState[];

function checkTurn({ state, confidence, atMs }: Fields): Violation | null {
  if (!TURN_STATES.includes(state)) return createViolation('state', '"update", "eager_end", "resumed" or "end"', state);
  if (confidence !== undefined && !(typeof confidence === 'number' && confidence >= 0 && confidence <= 1))
    return createViolation('confidence', 'a number from 0 to 1', confidence);
  return atMs === undefined || Number.isFinite(atMs) ? null : createViolation('atMs', 'a finite number', atMs);
}

function checkTranscript({ text, words, last, provisional }: Fields): Violation | null {
  const found = checkText(text, 'text');
  if (found !== null) return found;
  if (!isFlag(last)) return createViolation('last', 'true or false', last);
  if (!isFlag(provisional)) return createViolation('provisional', 'true or false', provisional);
  return words === undefined ? null : checkWordList(words, 'words');
}

function isFlag(value: unknown): boolean {
  return value === undefined || typeof value === 'boolean';
}
