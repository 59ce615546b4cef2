import { catchError, distinctUntilChanged, filter, map, NEVER, tap } from 'rxjs';
import type { Observable, Observer } from 'rxjs';
import type { PlayoutCommand } from '../../core/playout.ts';
import type { SessionIo } from '../../core/ports.ts';
import type { AudioFormats } from '../../core/protocol.ts';
import type { Inbound } from './inbound.ts';
import type { Outbox } from './outbox.ts';
import { clientPlayout } from './clientPlayout.ts';

export interface SessionIoOptions {
  readonly audio: AudioFormats;
  /** What the client says. */
  readonly heard: Observable<Inbound>;
  /** Whether it is there, and takes audio. */
  readonly present: Observable<boolean>;
  readonly outbox: Outbox;
  /** Is shown every command before it is carried out. */
  readonly commanded: Pick<Observer<PlayoutCommand>, 'next'>;
  /** Told what the client says that cannot be; its reports end there. */
  readonly failed: (error: unknown) => void;
}

/** A line as its session sees it. */
export function createSessionIo({ audio, heard, present, outbox, commanded, failed }: SessionIoOptions): SessionIo {
  const messages = heard.pipe(
    filter((said) => said.kind === 'message'),
    map(({ message }) => message),
  );
  return {
    audioIn: heard.pipe(
      filter((said) => said.kind === 'audio'),
      map(({ frame }) => frame),
    ),
    textIn: messages.pipe(
      filter((message) => message.type === 'input.text'),
      map(({ text }) => text),
    ),
    muted: messages.pipe(
      filter(({ type }) => type === 'input.mute' || type === 'input.unmute'),
      map(({ type }) => type === 'input.mute'),
    ),
    connected: present.pipe(distinctUntilChanged()),
    outputSampleRate: audio.output.sample_rate,
    playout: (commands) =>
      commands.pipe(
        tap((command) => commanded.next(command)),
        clientPlayout({ updates: messages.pipe(filter((message) => 'played_samples' in message)), outbox }),
        catchError((error: unknown) => {
          failed(error);
          return NEVER;
        }),
      ),
  };
}
