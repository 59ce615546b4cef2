import { defer, ignoreElements, map, merge, tap } from 'rxjs';
import type { Observable } from 'rxjs';
import type { PlayoutCommand, PlayoutReport } from '../../core/playout.ts';
import type { Outbox } from './outbox.ts';
import { noteOf, nothingSent, reportOf, withCommand } from './sent.ts';
import type { PlaybackSaid, Sent } from './sent.ts';

export interface PlayoutOptions {
  /** What the client says of its playing. */
  readonly said: Observable<PlaybackSaid>;
  readonly outbox: Pick<Outbox, 'tell' | 'play'>;
}

/**
 * Carries out the session's commands at the client, each at once and in order, and hands on what it says of them. Errors with
 * a LineFault `protocol_error` if the client says what cannot be.
 */
export function playout(options: PlayoutOptions): (commands: Observable<PlayoutCommand>) => Observable<PlayoutReport> {
  const { said, outbox } = options;
  return (commands) =>
    defer(() => {
      let sent = nothingSent;
      const obeyed = commands.pipe(
        tap((command) => {
          const before = sent;
          sent = withCommand(before, command);
          carryOut(command, before, outbox);
        }),
        ignoreElements(),
      );
      return merge(obeyed, said.pipe(map((message) => reportOf(sent, message))));
    });
}

function carryOut(command: PlayoutCommand, before: Sent, { tell, play }: PlayoutOptions['outbox']): void {
  if (command.kind === 'audio') play(command.frame.samples);
  else tell(noteOf(before, command));
}
