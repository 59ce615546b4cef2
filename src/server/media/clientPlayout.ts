import { defer, ignoreElements, map, merge, tap, type Observable } from 'rxjs';
import type { PlayoutCommand, PlayoutReport } from '../../core/playout.ts';
import type { Outbox } from './outbox.ts';
import { applyCommand, NOTHING_SENT, toCommandMessage, toPlayoutReport, type PlaybackUpdate } from './sentAudio.ts';

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
      let sent = NOTHING_SENT;
      const carriedOut = commands.pipe(
        tap((command) => {
          const before = sent;
          sent = applyCommand(before, command);
          if (command.kind === 'audio') outbox.sendAudio(command.frame.samples);
          else outbox.send(toCommandMessage(before, command));
        }),
        ignoreElements(),
      );
      return merge(carriedOut, updates.pipe(map((update) => toPlayoutReport(sent, update))));
    });
}
