import { Observable, type OperatorFunction } from 'rxjs';
import { checkRange } from '../src/core/checkRange.ts';
import type { SpeechEvent, TurnEvent } from '../src/core/turn.ts';
import { Speaker } from './speak/speaker.ts';
import type { SpeakOptions } from './speak/speakOptions.ts';
import { createVoice } from './speak/voices.ts';

/**
 * Speaks replies: sends text to the TTS provider in sentences, or as it arrives if the provider accepts that, and emits
 * audio at `sampleRate`. Each utterance is a bracket `started … ended`; `cut`, an early end of the reply or the next
 * reply can cut it short. Joins the rounds of a reply with a space. A resumed reply repeats the beginning of the clause
 * that was cut. Keeps the provider warm while replies may follow. Completes when its inputs have completed and
 * everything is spoken. Unsubscribing cancels the synthesis.
 *
 * ```text
 * reply   s-t----e-----        s started, t "Hi.", e complete
 * tts            --a|          the audio of "Hi."
 * speech  --s----t-a(e)        s started, t text sent, a audio, e complete
 * ```
 *
 * @example
 * ```ts
 * import type { TurnEvent } from 'antiphon';
 * import { pace, speak } from 'antiphon/operators';
 * import { localTts } from 'antiphon/providers';
 * import type { Observable } from 'rxjs';
 *
 * declare const reply: Observable<TurnEvent>; // from `llmTurn`
 * reply.pipe(speak({ tts: localTts() }), pace()).subscribe((command) => console.log(command.kind));
 * ```
 */
export function speak(options: SpeakOptions): OperatorFunction<TurnEvent, SpeechEvent> {
  checkRange('stallMs', options.stallMs ?? 0, 0);
  const first = createVoice(options.tts, options);
  return (events) => new Observable((out) => new Speaker(out, first, options).start(events));
}
