import { concat, defer, of, switchMap, timer, type Observable, type OperatorFunction } from 'rxjs';
import { samplesOfMs } from '../../core/audio.ts';
import { mapDefined } from '../../stream/mapDefined.ts';
import { ConnectionError } from '../protocols/connectionError.ts';
import { hasStalled, type InputTime } from './inputTime.ts';

/** Sending pauses while more audio than this is waiting, and resumes at the second value, in ms. */
const PAUSE_MS = 2000;
const RESUME_MS = 1000;

/** The client is disconnected when this much audio (below 1 MiB at any rate) is waiting, or after a pause this long. */
const GIVE_UP_MS = 10_000;

/**
 * Maps the bytes in the socket's buffer to whether audio may be sent: it stops above 2 s of audio and resumes at 1 s.
 * Errors with a ConnectionError `slow_consumer` above 10 s of audio, and after a pause of 10 s, or of 20 s if this
 * process has stalled. `sampleRate` is the rate of the agent's audio, in Hz.
 */
export function backpressure(sampleRate: number, time: InputTime): OperatorFunction<number, boolean> {
  const bytesOf = (ms: number): number => 2 * samplesOfMs(ms, sampleRate);
  const [giveUpAt, pauseAt, resumeAt] = [bytesOf(GIVE_UP_MS), bytesOf(PAUSE_MS), bytesOf(RESUME_MS)];
  return (backlog) =>
    defer(() => {
      let isSending: boolean | undefined;
      return backlog.pipe(
        mapDefined((bytes) => {
          if (bytes > giveUpAt) throw slowConsumer(`at most ${giveUpAt} bytes waiting for the client`, `${bytes}`);
          const before = isSending;
          isSending = bytes <= (before === false ? resumeAt : pauseAt);
          return isSending === before ? undefined : isSending;
        }),
        switchMap((sends) => (sends ? of(true) : concat(of(false), giveUp(time)))),
      );
    });
}

function giveUp(time: InputTime): Observable<never> {
  return timer(GIVE_UP_MS, time.scheduler).pipe(
    switchMap(() => {
      if (hasStalled(time)) return giveUp(time);
      throw slowConsumer('the client to read the waiting audio', `nothing read for ${GIVE_UP_MS / 1000} s`);
    }),
  );
}

function slowConsumer(expected: string, got: string): ConnectionError {
  return new ConnectionError('slow_consumer', `Expected ${expected}, got ${got}.`);
}
