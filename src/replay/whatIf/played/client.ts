import { concatWith, map, NEVER, tap, type Observable, type SchedulerLike } from 'rxjs';
import type { SessionIo } from '../../../core/ports.ts';
import { createTransportDouble, type TransportDouble } from '../../../playback/transportDouble.ts';
import { fromTimes, type Timed } from '../fromTimes.ts';
import type { RecordedSession } from '../recorded/recordedSession.ts';
import type { Progress } from './progress.ts';

export interface PlayedClient {
  readonly io: SessionIo;
  /** The utterances played so far. */
  readonly played: TransportDouble['played'];
}

/** Creates the recorded user and a client that plays at the clock's pace, with the latency of the recorded client. */
export function createClient(recorded: RecordedSession, progress: Progress, scheduler: SchedulerLike): PlayedClient {
  const { windows, typed, digits, muted, commands, connected, head } = recorded;
  const device = createTransportDouble({ ...recorded.client, scheduler });
  const has = (stream: (typeof head.io.streams)[number]): boolean => head.io.streams.includes(stream);
  const at = <T extends Timed>(items: readonly T[]): Observable<T> =>
    fromTimes(items, scheduler).pipe(concatWith(NEVER));
  const note = (): void => {
    progress.typed += 1;
    progress.typedAtMs = scheduler.now();
    progress.onWords();
  };
  const io: SessionIo = {
    audioIn: at(windows.frames).pipe(map(({ frame }) => frame)),
    textIn:
      has('textIn') || has('digits')
        ? at(typed).pipe(
            tap(note),
            map(({ text }) => text),
          )
        : undefined,
    digits: has('digits') ? at(digits).pipe(map(({ value }) => value)) : undefined,
    muted: has('muted') ? at(muted).pipe(map(({ value }) => value)) : undefined,
    turns: has('turns') ? at(commands).pipe(map(({ value }) => value)) : undefined,
    connected: has('connected')
      ? at(connected).pipe(
          tap(({ value }) => (value ? device.thaw() : device.freeze())),
          map(({ value }) => value),
        )
      : undefined,
    outputFrameMs: head.io.outputFrameMs ?? undefined,
    outputLeadMs: head.io.outputLeadMs,
    reportsStarts: head.io.reportsStarts,
    heard: head.io.heard,
    playout: device.playout,
  };
  return { io, played: device.played };
}
