import {
  concat,
  concatMap,
  defer,
  EMPTY,
  endWith,
  ignoreElements,
  map,
  NEVER,
  of,
  throwError,
  timer,
  type Observable,
  type SchedulerLike,
} from 'rxjs';
import { mapArrays } from '../../../stream/mapArrays.ts';
import type { TextToSpeech, TtsEvent } from '../../../core/ports.ts';
import type { WrittenTtsEvent } from '../../../record/format.ts';
import type { Run } from './run.ts';
import { UtteranceScript, type TtsStep } from './utteranceScript.ts';

/**
 * Creates a voice from the recording. It speaks recorded texts as recorded, event by event. It speaks other texts, and
 * the rest of a text that was cut off, at its mean pace without word timings.
 */
export function createTextToSpeech(
  { recorded, progress, clock: scheduler }: Pick<Run, 'recorded' | 'progress' | 'clock'>,
  voice: number,
): TextToSpeech {
  const { keepsWarm: _, ...port } = recorded.updates.voices[voice] ?? recorded.head.ports.tts;
  return {
    ...port,
    synthesize: (text) =>
      defer(() => {
        const script = new UtteranceScript(recorded, { voice, turn: progress.due.recorded });
        return text.pipe(
          map((piece): string | null => piece),
          endWith(null),
          mapArrays((piece) => (piece === null ? script.end() : script.add(piece, scheduler.now()))),
          concatMap((step) => emitInTime(step, scheduler)),
        );
      }),
  };
}

function emitInTime(step: TtsStep, scheduler: SchedulerLike): Observable<TtsEvent> {
  const waitMs = step.dueMs - scheduler.now();
  return waitMs > 0 ? concat(timer(waitMs, scheduler).pipe(ignoreElements()), emit(step)) : emit(step);
}

function emit(step: TtsStep): Observable<TtsEvent> {
  switch (step.kind) {
    case 'event':
      return of(toTtsEvent(step.event));
    case 'wait':
      return EMPTY;
    case 'stall':
      return NEVER;
    case 'fail':
      return throwError(() => new Error(step.message));
  }
}

function toTtsEvent(event: WrittenTtsEvent): TtsEvent {
  if (event.kind !== 'audio') return event;
  return { kind: 'audio', frame: { samples: new Int16Array(event.samples), sampleRate: event.rate } };
}
