import type { Observable, Subscriber } from 'rxjs';
import { NEVER, tap } from 'rxjs';
import { AntiphonError, isAntiphonError } from '../../core/errors.ts';
import type { TextToSpeech, TtsEvent } from '../../core/ports.ts';
import { enter, type Part } from '../containment/part.ts';
import type { BorderReports } from './borderReports.ts';
import { checkedSource, type CheckedSourceOptions } from './checkedSource.ts';
import { createProviderErrors, type ProviderErrors } from './providerErrors.ts';
import { checkFrame, checkProviderEvent, checkWordList, isCount, isFields, type Fields } from './values.ts';
import { createViolation, describeViolation, type Violation } from './violation.ts';

/** Checks the events of a TTS port. A violation fails the utterance. */
export function createCheckedTts(tts: TextToSpeech, reports: BorderReports, part?: Part): TextToSpeech {
  const { name, model, sampleRate, accepts, language } = tts;
  const shared: Shared = { ...createProviderErrors(name, `the voice ${name}`), reports, part };
  return {
    name,
    model,
    sampleRate,
    accepts,
    language,
    synthesize: (text, complete) => checkedSource(new CheckedSynthesis(tts, shared, text, complete)),
    ...(tts.keepWarm === undefined ? {} : { keepWarm: () => checkedKeepWarm(tts, shared) }),
  };
}

interface Shared extends ProviderErrors {
  readonly reports: BorderReports;
  readonly part: Part | undefined;
}

/** One call of `synthesize`. */
class CheckedSynthesis implements CheckedSourceOptions<TtsEvent> {
  readonly #tts: TextToSpeech;
  readonly #text: Observable<string>;
  readonly #complete: Observable<void> | undefined;
  readonly #createViolationError: Shared['createViolationError'];
  readonly port: string;
  readonly createError: Shared['createError'];
  readonly reports: BorderReports;
  readonly part: Part | undefined;
  /** The length of the text that the port has received. */
  #sentChars = 0;

  constructor(tts: TextToSpeech, shared: Shared, text: Observable<string>, complete: Observable<void> | undefined) {
    this.#tts = tts;
    this.#text = text;
    this.#complete = complete;
    this.#createViolationError = shared.createViolationError;
    this.port = shared.port;
    this.createError = shared.createError;
    this.reports = shared.reports;
    this.part = shared.part;
  }

  open(): Observable<TtsEvent> {
    const text = this.#text.pipe(tap((piece) => this.count(piece)));
    return this.#tts.synthesize(enter(text, this.part), this.#complete && enter(this.#complete, this.part));
  }

  count(piece: string): void {
    this.#sentChars += piece.length;
  }

  check(event: unknown): Violation | null {
    return checkEvent(event, this.#sentChars);
  }

  onViolation(found: Violation, out: Subscriber<TtsEvent>): void {
    out.error(this.#createViolationError(found));
  }
}

/** Checks the reports of `keepWarm`. Each emission becomes a diagnostic. */
function checkedKeepWarm(
  tts: TextToSpeech,
  shared: Pick<CheckedSourceOptions<unknown>, 'port' | 'createError' | 'reports' | 'part'>,
): Observable<AntiphonError> {
  const details = { provider: tts.name, failure: false };
  return checkedSource<AntiphonError>({
    open: () => tts.keepWarm?.() ?? NEVER,
    check: (error) => (isAntiphonError(error) ? null : createViolation('what it reports', 'an AntiphonError', error)),
    onViolation: (found, out) =>
      out.next(new AntiphonError('provider_warning', `the voice ${tts.name}: ${describeViolation(found)}`, details)),
    ...shared,
  });
}

/** Checks an event. `sentChars` is the length of the text that the port has received. */
function checkEvent(event: unknown, sentChars: number): Violation | null {
  if (!isFields(event)) return createViolation('an event', 'an object', event);
  switch (event['kind']) {
    case 'audio':
      return checkFrame(event['frame'], 'frame');
    case 'mark':
      return checkMark(event['chars'], sentChars);
    case 'words':
      return checkWords(event['words']);
    case 'report':
      return null;
    case 'served':
    case 'used':
      return checkProviderEvent(event, 'characters');
    default:
      return createViolation('kind', '"audio", "words", "mark", "report", "served" or "used"', event['kind']);
  }
}

function checkMark(chars: unknown, sentChars: number): Violation | null {
  if (isCount(chars) && chars <= sentChars) return null;
  return createViolation('chars', `a whole number from 0 to ${sentChars}, the length of the text so far`, chars);
}

function checkWords(words: unknown): Violation | null {
  const found = checkWordList(words, 'words');
  if (found !== null) return found;
  for (const word of words as readonly Fields[]) {
    const wrong = checkWord(word);
    if (wrong !== null) return wrong;
  }
  return null;
}

function checkWord({ from, to, startMs, endMs }: Fields): Violation | null {
  if (!isCount(from)) return createViolation('words[].from', 'a whole number from 0', from);
  if (!isCount(to) || to < from) return createViolation('words[].to', `a whole number from ${from}`, to);
  if (!Number.isFinite(startMs)) return createViolation('words[].startMs', 'a number', startMs);
  return Number.isFinite(endMs) ? null : createViolation('words[].endMs', 'a number', endMs);
}
