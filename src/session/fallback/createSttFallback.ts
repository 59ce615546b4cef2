import { Observable } from 'rxjs';
import type { SpeechToText, SttEvent } from '../../core/ports.ts';
import { Members, type FallbackOptions } from './members.ts';
import { FallbackTranscription } from './stt/fallbackTranscription.ts';

/** Margin between the deadline of the last provider and that of the session, in ms. */
const MARGIN_MS = 100;

/**
 * Creates a SpeechToText from several. Each segment is transcribed by the first of `ports`. If that fails, or does not
 * answer the end of a segment in time, the next one gets the segment from its beginning, or from its last answered
 * flush. Finals are emitted with the answer, so that none is repeated. A failed provider is asked only after the others
 * for a while. Rate, interims and turns are those of the first: audio for others is converted, and their interims are
 * dropped if the first has none. While a provider that finds no turns stands in, silence ends turns. If all fail, the
 * segment fails with the last error. Each failure is reported as `provider_fallback`.
 *
 * ```
 * speech   svv-----ve----    s start, v voice, e end of the segment
 * a hears  svv-----------
 * a says   ---#----------    # breaks off
 * b hears  ---(svv)ve----
 * b says   ------------f-    f final
 * text     ---r--------f-    r report
 * ```
 *
 * @example
 * ```ts
 * import { createSttFallback } from 'antiphon';
 * import { azureStt, deepgramStt } from 'antiphon/providers';
 *
 * const { AZURE_KEY = '', DEEPGRAM_API_KEY = '' } = process.env;
 * const azure = azureStt({ api_key: AZURE_KEY, region: 'westeurope' });
 * export const stt = createSttFallback([deepgramStt({ api_key: DEEPGRAM_API_KEY }), azure], { timeoutMs: 1500 });
 * ```
 *
 * @throws AntiphonError `usage_invalid` for no ports, and for an option out of range
 */
export function createSttFallback(ports: readonly SpeechToText[], options: FallbackOptions = {}): SpeechToText {
  const members = new Members(ports, options);
  const { name, model, sampleRate, interims, turns } = members.first;
  const limits = ports.map(({ finalTimeoutMs }) => finalTimeoutMs);
  const waits = limits.map((limitMs) => Math.min(members.timeoutMs, limitMs));
  const longest = Math.max(...limits.map((limitMs, at) => limitMs - (waits[at] ?? 0)));
  return {
    name,
    ...(model !== undefined && { model }),
    sampleRate,
    finalTimeoutMs: waits.reduce((sum, ms) => sum + ms, 0) + longest + MARGIN_MS,
    interims,
    delaysInterims: ports.some((port) => port.delaysInterims === true),
    turns,
    transcribe: (speech, wanted) =>
      new Observable<SttEvent>((out) => {
        const transcription = new FallbackTranscription(members, out, wanted);
        transcription.open();
        out.add(
          speech.subscribe({
            next: (input) => transcription.receive(input),
            error: (error: unknown) => out.error(error),
            complete: () => transcription.end(),
          }),
        );
      }),
  };
}
