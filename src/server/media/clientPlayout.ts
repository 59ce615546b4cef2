import { defer, map, merge, type Observable, type Observer } from 'rxjs';
import type { PlayoutCommand, PlayoutReport } from '../../core/playout.ts';
import { mapDefined } from '../../stream/mapDefined.ts';
import type { Marks } from './marks.ts';
import type { Outbox } from './outbox.ts';
import { createSentAudio, type PlaybackUpdate, type SentAudio } from './sentAudio.ts';
import type { UnplayedAudio } from './unplayedAudio.ts';

export interface ClientPlayoutOptions {
  /** The client's `playback.*` messages. */
  readonly updates: Observable<PlaybackUpdate>;
  readonly outbox: Pick<Outbox, 'send' | 'sendAudio' | 'sendMark'>;
  /** Receives each utterance that is cleared, before the client does. */
  readonly cleared: Pick<Observer<string>, 'next'>;
  /** The record of the sent audio. @default a new one */
  readonly sent?: SentAudio | undefined;
  /** Adds marks after the audio. @default no marks are sent */
  readonly marks?: Pick<Marks, 'record'> | undefined;
  /** Keeps the unplayed audio. @default nothing is kept */
  readonly unplayed?: Pick<UnplayedAudio, 'record' | 'report'> | undefined;
}

/**
 * Sends the session's playout commands to the client, immediately and in order, and emits the client's `updates` as
 * reports. Errors with a ConnectionError `protocol_error` if the client reports something impossible.
 */
export function clientPlayout(
  options: ClientPlayoutOptions,
): (commands: Observable<PlayoutCommand>) => Observable<PlayoutReport> {
  return (commands) =>
    defer(() => {
      const { updates, unplayed, sent = createSentAudio() } = options;
      return merge(
        commands.pipe(mapDefined<PlayoutCommand, never>((command) => carryOut(command, sent, options))),
        updates.pipe(
          map((update) => {
            const report = sent.toReport(update);
            unplayed?.report(report);
            return report;
          }),
        ),
      );
    });
}

function carryOut(
  command: PlayoutCommand,
  sent: SentAudio,
  { outbox, cleared, unplayed, marks }: ClientPlayoutOptions,
): undefined {
  if (command.kind === 'clear') cleared.next(command.utterance);
  unplayed?.record(command);
  const message = sent.record(command);
  if (message !== null) outbox.send(message);
  else if (command.kind === 'audio') outbox.sendAudio(command.frame.samples);
  for (const name of marks?.record(command) ?? []) outbox.sendMark(name);
}
