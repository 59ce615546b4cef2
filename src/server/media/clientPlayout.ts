import { defer, ignoreElements, map, merge, tap, type Observable } from 'rxjs';
import type { PlayoutCommand, PlayoutReport } from '../../core/playout.ts';
import type { Outbox } from './outbox.ts';
import { createSentAudio, type PlaybackUpdate } from './sentAudio.ts';

/**
 * Sends the session's playout commands to the client, each at once and in order, and emits `updates`, the client's
 * `playback.*` messages, as reports.
 * Errors with a ConnectionError `protocol_error` if the client reports something impossible.
 */
export function clientPlayout(
  updates: Observable<PlaybackUpdate>,
  outbox: Pick<Outbox, 'send' | 'sendAudio'>,
): (commands: Observable<PlayoutCommand>) => Observable<PlayoutReport> {
  return (commands) =>
    defer(() => {
      const sent = createSentAudio();
      const carriedOut = commands.pipe(
        tap((command) => {
          const message = sent.record(command);
          if (message !== null) outbox.send(message);
          else if (command.kind === 'audio') outbox.sendAudio(command.frame.samples);
        }),
        ignoreElements(),
      );
      return merge(carriedOut, updates.pipe(map((update) => sent.toReport(update))));
    });
}
