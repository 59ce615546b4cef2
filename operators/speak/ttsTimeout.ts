import { defer, takeWhile, type OperatorFunction, type SchedulerLike } from 'rxjs';
import { durationMs } from '../../src/core/audio.ts';
import { AntiphonError } from '../../src/core/errors.ts';
import { withAlarm } from '../../src/stream/withAlarm.ts';
import { mapArrays } from '../../src/stream/mapArrays.ts';
import type { SpeechEvent } from '../../src/core/turn.ts';

export interface TtsTimeoutOptions {
  /** For the first audio, from the first text on. */
  readonly firstMs: number;
  /** For any further, from when what came would have been played. */
  readonly eachMs: number;
  readonly scheduler: SchedulerLike;
}

/** An utterance as it is spoken; `said`: it has been given all of its text. */
export type SynthesisEvent = SpeechEvent | { readonly kind: 'said' };

/**
 * Fails a voice that owes audio for text it was given and brings none. One that waits for text owes nothing. One that has
 * brought all and does not say so is taken to be done after the same time, one that was given nothing at once.
 */
export function ttsTimeout(options: TtsTimeoutOptions): OperatorFunction<SynthesisEvent, SpeechEvent> {
  const { scheduler } = options;
  return (events) =>
    defer(() => {
      let state = initialState;
      return events.pipe(
        withAlarm(
          (event) => {
            state = update(state, event, scheduler.now());
            return dueAt(state, options);
          },
          (): Overdue => ({ kind: 'overdue', owes: owes(state) }),
          scheduler,
        ),
        takeWhile((event) => event.kind !== 'overdue' || event.owes),
        mapArrays((event): readonly SpeechEvent[] => {
          if (event.kind === 'overdue') throw timeoutError();
          return event.kind === 'said' ? [] : [event];
        }),
      );
    });
}

interface Overdue {
  readonly kind: 'overdue';
  readonly owes: boolean;
}

/** When something should have come; undefined: nothing is waited for. */
function dueAt(state: TimeoutState, { firstMs, eachMs }: TtsTimeoutOptions): number | undefined {
  const { given, said, playedAt, since } = state;
  if (!owes(state) && !said) return undefined;
  if (given === 0) return since;
  return playedAt === null ? since + firstMs : Math.max(playedAt, since) + eachMs;
}

function owes({ given, marked }: TimeoutState): boolean {
  return marked < given;
}

interface TimeoutState {
  readonly given: number;
  readonly marked: number;
  readonly said: boolean;
  /** When what came so far would have been played; null: nothing came. */
  readonly playedAt: number | null;
  /** Since when something is owed. */
  readonly since: number;
}

const initialState: TimeoutState = { given: 0, marked: 0, said: false, playedAt: null, since: 0 };

function update(state: TimeoutState, event: SynthesisEvent, now: number): TimeoutState {
  switch (event.kind) {
    case 'text':
      return {
        ...state,
        given: state.given + event.text.length,
        since: state.marked >= state.given ? now : state.since,
      };
    case 'said':
      return { ...state, said: true, since: state.marked >= state.given ? now : state.since };
    case 'audio':
      return { ...state, playedAt: Math.max(state.playedAt ?? now, now) + durationMs(event.frame), since: now };
    case 'mark':
      return { ...state, marked: Math.max(state.marked, event.chars) };
    default:
      return state;
  }
}

function timeoutError(): AntiphonError {
  return new AntiphonError('tts_timeout', 'the voice owes audio and brings none');
}
