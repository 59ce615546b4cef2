import { catchError, distinctUntilChanged, filter, map, NEVER, type Observable, type Observer } from 'rxjs';
import type { AudioFrame } from '../../core/audio.ts';
import type { LineActions, SessionIo, SessionLine } from '../../core/ports.ts';
import type { AudioFormats, ClientMessage } from '../../core/protocol.ts';
import type { MediaCapabilities, MediaCodec } from '../../core/mediaAdapter.ts';
import { clientPlayout } from './clientPlayout.ts';
import type { Marks } from './marks.ts';
import type { Outbox } from './outbox.ts';
import type { PlaybackUpdate, SentAudio } from './sentAudio.ts';
import { createSocketActions } from './socketActions.ts';
import type { UnplayedAudio } from './unplayedAudio.ts';

export interface SessionIoOptions {
  readonly audio: AudioFormats;
  /** The client's audio. */
  readonly audioIn: Observable<AudioFrame>;
  /** The client's messages. */
  readonly messages: Observable<ClientMessage>;
  /** Emits true while the client has joined and audio can be sent. */
  readonly connected: Observable<boolean>;
  readonly outbox: Outbox;
  /** Receives each utterance that is cleared, before the client does. */
  readonly cleared: Pick<Observer<string>, 'next'>;
  readonly sent: SentAudio;
  readonly unplayed: UnplayedAudio;
  readonly marks: Marks | undefined;
  readonly capabilities: Pick<MediaCapabilities, 'actions' | 'heard' | 'maxLeadMs'>;
  readonly codec: Pick<MediaCodec, 'act'>;
  /** The actions of the client's line that do not use its socket. */
  readonly actions: LineActions | undefined;
  readonly line: SessionLine;
  /** Called for an impossible playback message, after which playout reports stop. */
  readonly failed: (error: unknown) => void;
}

/** Creates the session's side of a media connection. */
export function createSessionIo(options: SessionIoOptions): SessionIo {
  const { audio, audioIn, messages, connected, actions, failed } = options;
  const { heard, maxLeadMs } = options.capabilities;
  return {
    audioIn,
    textIn: messages.pipe(
      filter((message) => message.type === 'input.text'),
      map(({ text }) => text),
    ),
    digits: messages.pipe(
      filter((message) => message.type === 'input.digit'),
      map(({ digit }) => digit),
    ),
    muted: messages.pipe(
      filter(({ type }) => type === 'input.mute' || type === 'input.unmute'),
      map(({ type }) => type === 'input.mute'),
    ),
    turns: messages.pipe(
      filter(({ type }) => type === 'input.commit' || type === 'input.clear'),
      map(({ type }) => (type === 'input.commit' ? 'commit' : 'clear')),
    ),
    connected: connected.pipe(distinctUntilChanged()),
    outputSampleRate: audio.output.sample_rate,
    outputFrameMs: audio.output.frame_ms,
    outputLeadMs: maxLeadMs,
    reportsStarts: heard !== 'paced',
    heard,
    actions: { ...createSocketActions(options), ...actions },
    line: options.line,
    playout: (commands) =>
      commands.pipe(
        clientPlayout({ ...options, updates: messages.pipe(filter(isPlaybackUpdate)) }),
        catchError((error: unknown) => {
          failed(error);
          return NEVER;
        }),
      ),
  };
}

function isPlaybackUpdate(message: ClientMessage): message is PlaybackUpdate {
  return message.type.startsWith('playback.');
}
