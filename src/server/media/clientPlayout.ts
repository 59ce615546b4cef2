import { defer, map, merge, type Observable, type Observer } from 'rxjs';
import type { PlayoutCommand, PlayoutReport } from '../../core/playout.ts';
import { mapDefined } from '../../stream/mapDefined.ts';
import type { Outbox } from './outbox.ts';
import { createSentAudio, type PlaybackUpdate, type SentAudio } from './sentAudio.ts';

export interface ClientPlayoutOptions {
  /** The client's `playback.*` messages. */
  readonly updates: Observable<PlaybackUpdate>;
  readonly outbox: Pick<Outbox, 'send' | 'sendAudio'>;
  /** Receives each utterance that is cleared, before the client does. */
  readonly cleared: Pick<Observer<string>, 'next'>;
}

/**
 * Sends the session's playout commands to the client, each at once and in order, and emits the client's `updates` as reports.
 * Errors with a ConnectionError `protocol_error` if the client reports something impossible.
 */
export function clientPlayout(
  options: ClientPlayoutOptions,
): (commands: Observable<PlayoutCommand>) => Observable<PlayoutReport> {
  return (commands) =>
    defer(() => {
      const sent = createSentAudio();
      return merge(
        commands.pipe(mapDefined<PlayoutCommand, never>((command) => carryOut(command, sent, options))),
        options.updates.pipe(map((update) => sent.toReport(update))),
      );
    });
}

function carryOut(command: PlayoutCommand, sent: SentAudio, { outbox, cleared }: ClientPlayoutOptions): undefined {
  if (command.kind === 'clear') cleared.next(command.utterance);
  const message = sent.record(command);
  if (message !== null) outbox.send(message);
  else if (command.kind === 'audio') outbox.sendAudio(command.frame.samples);
}
