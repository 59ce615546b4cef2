import { catchError, defer, distinctUntilChanged, map, NEVER, Observable, startWith, Subject, switchMap } from 'rxjs';
import { asAntiphonError, type AntiphonError } from '../../core/errors.ts';
import type { TextToSpeech, TtsEvent } from '../../core/ports.ts';
import { mapDefined } from '../../stream/mapDefined.ts';
import { createUsageError, Members, type FallbackOptions } from './members.ts';
import { COMPLETE } from './tts/attempt.ts';
import { FallbackUtterance } from './tts/fallbackUtterance.ts';

export interface TtsFallbackOptions extends FallbackOptions {
  /** Time for further audio after playback of the audio so far has ended, in ms, above 0. @default 1000 */
  readonly stallMs?: number | undefined;
}

/**
 * Creates a TextToSpeech from several. Each utterance is spoken by the first of `ports`. If that fails or is slow, the
 * next one speaks the rest, from the last word that was spoken whole. A failed provider is asked only after the others
 * for a while. Rate, `accepts` and language are those of the first; audio of others is converted, and text for others
 * is cut into sentences. If all fail, the error is that of the last. Each failure is reported as `provider_fallback`.
 *
 * ```
 * text    (xye)--------    x and y sentences, e end of the text
 * a gets  (xye)--------
 * a says  -----am-#----    a audio, m all audio of the first sentence has come, # breaks off
 * b gets  --------(ye)--
 * b says  ------------ae    e complete
 * speech  -----am-r---ae    r report
 * ```
 *
 * @example
 * ```ts
 * import { createTtsFallback } from 'antiphon';
 * import { cartesiaTts, localTts } from 'antiphon/providers';
 *
 * const cartesia = cartesiaTts({ api_key: process.env['CARTESIA_API_KEY'] ?? '' });
 * export const tts = createTtsFallback([cartesia, localTts()], { timeoutMs: 1500, hedge: { afterMs: 400 } });
 * ```
 *
 * @throws AntiphonError `usage_invalid` for no ports, and for an option out of range
 */
export function createTtsFallback(ports: readonly TextToSpeech[], options: TtsFallbackOptions = {}): TextToSpeech {
  const { stallMs = 1000 } = options;
  const members = new Members(ports, options);
  const { name, model, sampleRate, accepts, language } = members.first;
  const changed = new Subject<void>();
  const onChange = (): void => changed.next();
  if (!(stallMs > 0)) throw createUsageError('stallMs', 'a number above 0', stallMs);
  const keepWarm = (): Observable<AntiphonError> => keepFirstWarm(members, changed);
  return {
    name,
    ...(model !== undefined && { model }),
    sampleRate,
    accepts,
    language,
    synthesize: (text, complete = NEVER) =>
      new Observable<TtsEvent>((out) => {
        const utterance = new FallbackUtterance({ members, stallMs, onChange }, out);
        utterance.open();
        out.add(complete.subscribe({ next: () => utterance.push(COMPLETE), error: () => {} }));
        out.add(
          text.subscribe({
            next: (piece) => utterance.push(piece),
            error: (error: unknown) => out.error(error),
            complete: () => utterance.end(),
          }),
        );
      }),
    ...(ports.some((port) => port.keepWarm !== undefined) && { keepWarm }),
  };
}

/**
 * Keeps the provider that is asked first warm, as long as one is left that has not failed lately. A provider that
 * refuses is no longer asked first.
 */
function keepFirstWarm(members: Members<TextToSpeech>, changed: Subject<void>): Observable<AntiphonError> {
  const first = changed.pipe(
    startWith(undefined),
    mapDefined(() => members.list().find((member) => members.isReady(member))),
    distinctUntilChanged(),
  );
  return new Observable((out) => {
    const errors = first.pipe(switchMap((member) => keepWarm(member.port).pipe(map((error) => ({ member, error })))));
    out.add(
      errors.subscribe(({ member, error }) => {
        out.next(error);
        if (error.code !== 'provider_refused' || members.all.length === 1) return;
        member.memory.fail();
        changed.next();
      }),
    );
  });
}

/** Keeps a provider warm. If that fails, the provider is used cold. */
function keepWarm(port: TextToSpeech): Observable<AntiphonError> {
  return defer(() => port.keepWarm?.() ?? NEVER).pipe(
    catchError((error: unknown) => [asAntiphonError(error, 'provider_failed', diagnostic(port))]),
  );
}

function diagnostic({ name: provider }: TextToSpeech): { readonly provider: string; readonly failure: false } {
  return { provider, failure: false };
}
