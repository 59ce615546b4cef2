import { defer, filter, type OperatorFunction, type SchedulerLike } from 'rxjs';
import { durationMs } from '../../src/core/audio.ts';
import { AntiphonError } from '../../src/core/errors.ts';
import { endByAlarm } from '../../src/stream/endByAlarm.ts';
import type { SpeechEvent } from '../../src/core/turn.ts';

export interface TtsTimeoutOptions {
  /** Time limit for the first audio after the first text. */
  readonly firstMs: number;
  /** Time limit for further audio after the end of playback of the audio so far. */
  readonly eachMs: number;
  readonly scheduler: SchedulerLike;
}

/** An event of an utterance, or the end of its text. */
export type SynthesisEvent = SpeechEvent | { readonly kind: 'text_ended' };

/**
 * Fails an utterance with unmarked text and no audio in time. An utterance that waits for text has no deadline. One with all
 * its text marked that does not complete is completed after the same time, and one without text at once.
 */
export function ttsTimeout(options: TtsTimeoutOptions): OperatorFunction<SynthesisEvent, SpeechEvent> {
  const { scheduler } = options;
  return (events) =>
    defer(() => {
      let state = initialState;
      return events.pipe(
        endByAlarm(
          (event) => {
            state = update(state, event, scheduler.now());
            return dueAt(state, options);
          },
          () => (isIncomplete(state) ? createTimeoutError() : undefined),
          scheduler,
        ),
        filter((event) => event.kind !== 'text_ended'),
      );
    });
}

function createTimeoutError(): AntiphonError {
  return new AntiphonError('tts_timeout', 'no audio arrived in time for the text');
}

/** Returns the deadline for the next audio; undefined: there is none. */
function dueAt(state: TimeoutState, { firstMs, eachMs }: TtsTimeoutOptions): number | undefined {
  const { chars, hasAllText, playedAt, since } = state;
  if (!isIncomplete(state) && !hasAllText) return undefined;
  if (chars === 0) return since;
  return playedAt === null ? since + firstMs : Math.max(playedAt, since) + eachMs;
}

function isIncomplete({ chars, marked }: TimeoutState): boolean {
  return marked < chars;
}

interface TimeoutState {
  /** Length of the text so far, and of its marked part. */
  readonly chars: number;
  readonly marked: number;
  readonly hasAllText: boolean;
  /** End of playback of the audio so far; null: there is none. */
  readonly playedAt: number | null;
  /** Start of the current wait. */
  readonly since: number;
}

const initialState: TimeoutState = { chars: 0, marked: 0, hasAllText: false, playedAt: null, since: 0 };

function update(state: TimeoutState, event: SynthesisEvent, now: number): TimeoutState {
  const since = isIncomplete(state) ? state.since : now;
  switch (event.kind) {
    case 'text':
      return { ...state, chars: state.chars + event.text.length, since };
    case 'text_ended':
      return { ...state, hasAllText: true, since };
    case 'audio':
      return { ...state, playedAt: Math.max(state.playedAt ?? now, now) + durationMs(event.frame), since: now };
    case 'mark':
      return { ...state, marked: Math.max(state.marked, event.chars) };
    default:
      return state;
  }
}
