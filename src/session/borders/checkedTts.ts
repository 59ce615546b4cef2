import { NEVER, tap, type Observable } from 'rxjs';
import { AntiphonError, isAntiphonError } from '../../core/errors.ts';
import type { TextToSpeech } from '../../core/ports.ts';
import { createViolation, describeViolation, type Violation } from './violation.ts';
import { checkedSource, type CheckedSourceOptions } from './checkedSource.ts';
import { createProviderReports } from './streamReports.ts';
import type { BorderReports } from './borderReports.ts';
import { checkFrame, isCount, isFields, type Fields } from './values.ts';

/** Checks what a voice brings: a breach of its contract fails the utterance. */
export function createCheckedTts(tts: TextToSpeech, reports: BorderReports): TextToSpeech {
  const { name, sampleRate, accepts, language } = tts;
  const port = `the voice ${name}`;
  const { violationError, ...contained } = createProviderReports(name, port, reports);
  return {
    name,
    sampleRate,
    accepts,
    language,
    synthesize: (text, ...rest) => {
      let given = 0;
      return checkedSource({
        open: () => tts.synthesize(text.pipe(tap((piece) => (given += piece.length))), ...rest),
        check: (event) => checkEvent(event, given),
        onViolation: (found, out) => out.error(violationError(found)),
        ...contained,
      });
    },
    ...(tts.keepWarm === undefined ? {} : { keepWarm: () => checkedKeepWarm(tts, contained) }),
  };
}

/** What a voice that is kept warm reports is a diagnostic, also where it is no error of ours. */
function checkedKeepWarm(
  tts: TextToSpeech,
  contained: Pick<CheckedSourceOptions<unknown>, 'onLate' | 'onTeardownError'>,
): Observable<AntiphonError> {
  const details = { provider: tts.name, failure: false };
  return checkedSource<AntiphonError>({
    open: () => tts.keepWarm?.() ?? NEVER,
    check: (error) => (isAntiphonError(error) ? null : createViolation('what it reports', 'an AntiphonError', error)),
    onViolation: (found, out) =>
      out.next(new AntiphonError('provider_warning', `the voice ${tts.name}: ${describeViolation(found)}`, details)),
    ...contained,
  });
}

/** `given`: how much of the text the voice has been given. */
function checkEvent(event: unknown, given: number): Violation | null {
  if (!isFields(event)) return createViolation('an event', 'an object', event);
  switch (event['kind']) {
    case 'audio':
      return checkFrame(event['frame'], 'frame');
    case 'mark':
      return checkMark(event['chars'], given);
    case 'words':
      return checkWords(event['words']);
    default:
      return createViolation('kind', '"audio", "words" or "mark"', event['kind']);
  }
}

function checkMark(chars: unknown, given: number): Violation | null {
  if (isCount(chars) && chars <= given) return null;
  return createViolation('chars', `a whole number from 0 to ${given}, the length of the text so far`, chars);
}

function checkWords(words: unknown): Violation | null {
  if (!Array.isArray(words)) return createViolation('words', 'an array', words);
  for (const word of words) {
    const found = isFields(word) ? checkWord(word) : createViolation('words[]', 'an object', word);
    if (found !== null) return found;
  }
  return null;
}

function checkWord({ from, to, startMs, endMs }: Fields): Violation | null {
  if (!isCount(from)) return createViolation('words[].from', 'a whole number from 0', from);
  if (!isCount(to) || to < from) return createViolation('words[].to', `a whole number from ${from}`, to);
  if (!Number.isFinite(startMs)) return createViolation('words[].startMs', 'a number', startMs);
  return Number.isFinite(endMs) ? null : createViolation('words[].endMs', 'a number', endMs);
}
