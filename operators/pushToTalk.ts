import { connect, defer, map, merge, NEVER, takeUntil, type Observable, type OperatorFunction } from 'rxjs';
import { durationMs, type AudioFrame } from '../src/core/audio.ts';
import type { TurnCommand } from '../src/core/ports.ts';
import type { VadEvent } from '../src/core/speech.ts';
import { mapArrays } from '../src/stream/mapArrays.ts';
import { createSubject } from '../src/stream/operate.ts';
import { completion } from '../src/stream/completion.ts';

export interface PushToTalkOptions {
  /** The client's commands: `commit` ends the segment, `clear` drops it. Without a segment, they have no effect. */
  readonly turns: Observable<TurnCommand>;
  /**
   * True while the microphone is muted. Muting ends an open segment, as `commit` does; muted audio is dropped.
   * @default never
   */
  readonly muted?: Observable<boolean> | undefined;
  /** Limit on the audio of a segment, in ms. Beyond it, the segment continues without audio. @default 60000 */
  readonly maxBufferedSpeechMs?: number | undefined;
}

/**
 * Creates segments from the audio that a client sends between its commands, in place of `vad`. The first frame starts a
 * segment; `commit` or `clear` ends it. When it ends, all of its audio counts as voice; silence in it is ignored.
 *
 * ```
 * frames    vvv--.v---|    v voice, . silence
 * turns     ---u----x--    u commit, x clear
 * activity  sqqu-sq-v-|    s started, q quiet window, u ended by commit, v by clear
 * ```
 *
 * When the frames complete, ends an open segment and completes.
 *
 * @example
 * ```ts
 * import type { AudioFrame } from 'antiphon';
 * import { pushToTalk, type TurnCommand } from 'antiphon/operators';
 * import { Subject, type Observable } from 'rxjs';
 *
 * declare const frames: Observable<AudioFrame>; // while the button is held
 * const turns = new Subject<TurnCommand>();
 * frames.pipe(pushToTalk({ turns })).subscribe(({ kind, segment }) => console.log(kind, segment));
 * turns.next('commit'); // when the button is released
 * ```
 */
export function pushToTalk(options: PushToTalkOptions): OperatorFunction<AudioFrame, VadEvent> {
  const { turns, muted = NEVER, maxBufferedSpeechMs = 60_000 } = options;
  return connect(
    (frames) =>
      defer(() => {
        const segments = createSegments(maxBufferedSpeechMs);
        const over = completion(frames);
        const steps = merge(
          muted.pipe(
            map((isMuted) => () => segments.mute(isMuted)),
            takeUntil(over),
          ),
          turns.pipe(
            map((command) => () => segments.end(command)),
            takeUntil(over),
          ),
          frames.pipe(map((frame) => () => segments.add(frame))),
        );
        return steps.pipe(
          mapArrays(
            (step) => step(),
            () => segments.end('commit'),
          ),
        );
      }),
    { connector: createSubject },
  );
}

interface Segments {
  add(frame: AudioFrame): readonly VadEvent[];
  end(by: TurnCommand | 'mute'): readonly VadEvent[];
  mute(isMuted: boolean): readonly VadEvent[];
}

function createSegments(maxMs: number): Segments {
  let segment = -1;
  let startedMs: number | null = null;
  let atMs = 0;
  let isMuted = false;
  const add = (frame: AudioFrame): readonly VadEvent[] => {
    const fromMs = atMs;
    atMs += durationMs(frame);
    if (isMuted) return [];
    const isFirst = startedMs === null;
    startedMs ??= fromMs;
    if (isFirst) segment += 1;
    const [before, after] = [fromMs - startedMs, atMs - startedMs];
    const event = { segment, atMs, voicedMs: 0, lastVoicedMs: startedMs, audio: before < maxMs ? [frame] : [] };
    const spoken: VadEvent = isFirst ? { kind: 'started', ...event } : { kind: 'window', voiced: false, ...event };
    return before < maxMs && after >= maxMs ? [spoken, { kind: 'truncated', segment, atMs }] : [spoken];
  };
  const end: Segments['end'] = (by) => {
    if (startedMs === null) return [];
    const voicedMs = atMs - startedMs;
    startedMs = null;
    return [{ kind: 'ended', segment, atMs, voicedMs, lastVoicedMs: atMs, by }];
  };
  return {
    add,
    end,
    mute(now) {
      isMuted = now;
      return now ? end('mute') : [];
    },
  };
}
