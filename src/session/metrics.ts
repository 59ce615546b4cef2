import { concatMap, from, scan } from 'rxjs';
import type { OperatorFunction } from 'rxjs';
import type { FloorEvent } from './floor/types.ts';

/** How long an answer took, and of what that time was made. All in ms of scheduler time. */
export interface Metric {
  readonly turn: number;
  /** Commit to the first text of the reply. */
  readonly handlerMs: number;
  /** First text to the first audio of the voice. */
  readonly voiceMs: number;
  /** First audio to the first frame that left: what it was held. */
  readonly heldMs: number;
  /** Commit to the first frame that left. */
  readonly totalMs: number;
}

/** Measures each answer when its first frame leaves. */
export function measure(): OperatorFunction<{ readonly event: FloorEvent; readonly now: number }, Metric> {
  return (events) =>
    events.pipe(
      scan((timing: Timing, { event, now }) => advance(timing, event, now), idle),
      concatMap(({ measured }) => from(measured)),
    );
}

interface Timing {
  readonly turn: number;
  readonly utterance: string;
  readonly committedAt: number;
  readonly textAt: number | null;
  readonly audioAt: number | null;
  readonly measured: readonly Metric[];
}

const idle: Timing = { turn: -1, utterance: '', committedAt: 0, textAt: null, audioAt: null, measured: [] };

function advance(timing: Timing, event: FloorEvent, now: number): Timing {
  switch (event.kind) {
    case 'turn':
      return { ...idle, turn: event.turn.turn, committedAt: now };
    case 'reply': {
      const isFirst = event.event.kind === 'text' && event.event.turn === timing.turn && timing.textAt === null;
      return isFirst ? { ...timing, textAt: now, measured: [] } : quiet(timing);
    }
    case 'speech':
      return advanceSpeech(timing, event.event, now);
    case 'playout':
      return event.event.kind === 'sent' && event.event.utterance === timing.utterance
        ? complete(timing, now)
        : quiet(timing);
    default:
      return quiet(timing);
  }
}

function advanceSpeech(timing: Timing, event: Extract<FloorEvent, { kind: 'speech' }>['event'], now: number): Timing {
  if (event.kind === 'started' && event.turn === timing.turn)
    return { ...timing, utterance: event.utterance, measured: [] };
  const isFirst = event.kind === 'audio' && event.utterance === timing.utterance && timing.audioAt === null;
  return isFirst ? { ...timing, audioAt: now, measured: [] } : quiet(timing);
}

function complete({ turn, committedAt, textAt, audioAt }: Timing, now: number): Timing {
  const text = textAt ?? committedAt;
  const audio = audioAt ?? now;
  const metric = {
    turn,
    handlerMs: text - committedAt,
    voiceMs: audio - text,
    heldMs: now - audio,
    totalMs: now - committedAt,
  };
  return { ...idle, measured: [metric] };
}

function quiet(timing: Timing): Timing {
  return timing.measured.length === 0 ? timing : { ...timing, measured: [] };
}
