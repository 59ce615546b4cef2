import type { PlayoutCommand, PlayoutReport, SessionIo } from 'antiphon';
import type { ClientMessage, ServerMessage, StartSessionResponse } from 'antiphon/server';
import { EMPTY, map, merge, Observable, Subject, Subscription } from 'rxjs';
import { WebSocket } from 'ws';

export interface JoinSessionOptions {
  readonly transport: StartSessionResponse['transport'];
  /** The microphone and the loudspeaker. */
  readonly device: Pick<SessionIo, 'audioIn' | 'playout'>;
  /** Further messages to the server. */
  readonly messages?: Observable<ClientMessage> | undefined;
}

/**
 * Joins a session as its client: sends the audio of the microphone and plays the audio of the agent. Emits the server's
 * messages; completes when the connection is closed. Unsubscribing hangs up.
 */
export function joinSession({ transport, device, messages = EMPTY }: JoinSessionOptions): Observable<ServerMessage> {
  return new Observable((subscriber) => {
    const socket = new WebSocket(transport.url, [transport.protocol, `antiphon.token.${transport.token}`]);
    const commands = new Subject<PlayoutCommand>();
    const { commandOf, toClientMessage } = createPlayback();
    const up = new Subscription();
    socket.on('open', () => {
      const reports = device.playout(commands).pipe(map(toClientMessage));
      up.add(device.audioIn.subscribe(({ samples }) => socket.send(samples)));
      up.add(merge(reports, messages).subscribe((message) => socket.send(JSON.stringify(message))));
    });
    socket.on('message', (data: Buffer, isBinary) => {
      const received = isBinary ? samplesOf(data) : (JSON.parse(data.toString()) as ServerMessage);
      const command = commandOf(received);
      if (command !== undefined) commands.next(command);
      if (!(received instanceof Int16Array)) subscriber.next(received);
    });
    socket.on('error', (error) => subscriber.error(error));
    socket.on('close', () => subscriber.complete());
    return () => {
      up.unsubscribe();
      socket.close();
    };
  });
}

interface Playback {
  /** Translates server messages and audio into commands for the loudspeaker. */
  readonly commandOf: (received: ServerMessage | Int16Array) => PlayoutCommand | undefined;
  /** Translates a playback report into a message to the server. */
  readonly toClientMessage: (report: PlayoutReport) => ClientMessage;
}

/** Binary frames belong to the last `audio.start`; a `clear` is answered with its id. */
function createPlayback(): Playback {
  let track = { utterance: '', sampleRate: 0 };
  const clears = new Map<string, number>();
  return {
    commandOf: (received) => {
      if (received instanceof Int16Array)
        return {
          kind: 'audio',
          utterance: track.utterance,
          frame: { samples: received, sampleRate: track.sampleRate },
        };
      switch (received.type) {
        case 'audio.start':
          track = { utterance: received.utterance_id, sampleRate: received.sample_rate };
          return { kind: 'start', ...track };
        case 'audio.end':
          return { kind: 'end', utterance: received.utterance_id, samples: received.samples };
        case 'clear':
          clears.set(received.utterance_id, received.clear_id);
          return { kind: 'clear', utterance: received.utterance_id };
        default:
          return undefined;
      }
    },
    toClientMessage: ({ kind, utterance: utterance_id, playedSamples: played_samples }) =>
      kind === 'cleared'
        ? { type: 'playback.cleared', utterance_id, clear_id: clears.get(utterance_id) ?? 0, played_samples }
        : { type: `playback.${kind}`, utterance_id, played_samples },
  };
}

/** Copies: the bytes of a message may start anywhere in their buffer. */
function samplesOf(bytes: Buffer): Int16Array {
  return new Int16Array(Uint8Array.from(bytes).buffer);
}
