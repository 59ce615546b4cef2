import { defer, ignoreElements, map, merge, tap } from 'rxjs';
import type { Observable } from 'rxjs';
import type { PlayoutCommand, PlayoutReport } from '../../core/playout.ts';
import type { Outbox } from './outbox.ts';
import { toCommandMessage, NOTHING_SENT, toPlayoutReport, applyCommand } from './sentAudio.ts';
import type { PlaybackUpdate, SentAudio } from './sentAudio.ts';

export interface ClientPlayoutOptions {
  /** What the client says of its playing. */
  readonly updates: Observable<PlaybackUpdate>;
  readonly outbox: Pick<Outbox, 'send' | 'sendAudio'>;
}

/**
 * Carries out the session's commands at the client, each at once and in order, and hands on what it says of them. Errors with
 * a LineFault `protocol_error` if the client says what cannot be.
 */
export function clientPlayout(
  options: ClientPlayoutOptions,
): (commands: Observable<PlayoutCommand>) => Observable<PlayoutReport> {
  const { updates: said, outbox } = options;
  return (commands) =>
    defer(() => {
      let sent = NOTHING_SENT;
      const obeyed = commands.pipe(
        tap((command) => {
          const before = sent;
          sent = applyCommand(before, command);
          carryOut(command, before, outbox);
        }),
        ignoreElements(),
      );
      return merge(obeyed, said.pipe(map((message) => toPlayoutReport(sent, message))));
    });
}

function carryOut(
  command: PlayoutCommand,
  before: SentAudio,
  { send: tell, sendAudio: play }: ClientPlayoutOptions['outbox'],
): void {
  if (command.kind === 'audio') play(command.frame.samples);
  else tell(toCommandMessage(before, command));
}
