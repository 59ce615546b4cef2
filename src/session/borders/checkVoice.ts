import { NEVER, tap } from 'rxjs';
import type { Observable } from 'rxjs';
import { AntiphonError, isAntiphonError } from '../../core/errors.ts';
import type { TextToSpeech } from '../../core/ports.ts';
import type { Breach } from './breach.ts';
import { breach, sentenceOf } from './breach.ts';
import { inlet } from './inlet.ts';
import type { InletOptions } from './inlet.ts';
import { providerFailures } from './reportsOf.ts';
import type { BorderReports } from './reports.ts';
import { frameBreach, isCount, isFields } from './values.ts';
import type { Fields } from './values.ts';

/** Checks what a voice brings: a breach of its contract fails the utterance. */
export function checkVoice(tts: TextToSpeech, reports: BorderReports): TextToSpeech {
  const { name, sampleRate, accepts, language } = tts;
  const port = `the voice ${name}`;
  const { breached, ...contained } = providerFailures(name, port, reports);
  return {
    name,
    sampleRate,
    accepts,
    language,
    synthesize: (text, ...rest) => {
      let given = 0;
      return inlet({
        open: () => tts.synthesize(text.pipe(tap((piece) => (given += piece.length))), ...rest),
        check: (event) => eventBreach(event, given),
        broken: (found, out) => out.error(breached(found)),
        ...contained,
      });
    },
    ...(tts.keepWarm === undefined ? {} : { keepWarm: () => checkWarmth(tts, contained) }),
  };
}

/** What a voice that is kept warm reports is a diagnostic, also where it is no error of ours. */
function checkWarmth(
  tts: TextToSpeech,
  contained: Pick<InletOptions<unknown>, 'late' | 'teardownFailed'>,
): Observable<AntiphonError> {
  const details = { provider: tts.name, failure: false };
  return inlet<AntiphonError>({
    open: () => tts.keepWarm?.() ?? NEVER,
    check: (error) => (isAntiphonError(error) ? null : breach('what it reports', 'an AntiphonError', error)),
    broken: (found, out) =>
      out.next(new AntiphonError('provider_warning', `the voice ${tts.name}: ${sentenceOf(found)}`, details)),
    ...contained,
  });
}

/** `given`: how much of the text the voice has been given. */
function eventBreach(event: unknown, given: number): Breach | null {
  if (!isFields(event)) return breach('an event', 'an object', event);
  switch (event['kind']) {
    case 'audio':
      return frameBreach(event['frame'], 'frame');
    case 'mark':
      return markBreach(event['chars'], given);
    case 'words':
      return wordsBreach(event['words']);
    default:
      return breach('kind', '"audio", "words" or "mark"', event['kind']);
  }
}

function markBreach(chars: unknown, given: number): Breach | null {
  if (isCount(chars) && chars <= given) return null;
  return breach('chars', `a whole number from 0 to ${given}, the length of the text so far`, chars);
}

function wordsBreach(words: unknown): Breach | null {
  if (!Array.isArray(words)) return breach('words', 'an array', words);
  for (const word of words) {
    const found = isFields(word) ? wordBreach(word) : breach('words[]', 'an object', word);
    if (found !== null) return found;
  }
  return null;
}

function wordBreach({ from, to, startMs, endMs }: Fields): Breach | null {
  if (!isCount(from)) return breach('words[].from', 'a whole number from 0', from);
  if (!isCount(to) || to < from) return breach('words[].to', `a whole number from ${from}`, to);
  if (!Number.isFinite(startMs)) return breach('words[].startMs', 'a number', startMs);
  return Number.isFinite(endMs) ? null : breach('words[].endMs', 'a number', endMs);
}
