import type { PlayoutCommand, PlayoutReport, SessionIo } from 'antiphon';
import type { ClientMessage, ServerMessage, StartSessionResponse } from 'antiphon/server';
import { EMPTY, map, merge, Observable, Subject, Subscription } from 'rxjs';
import { WebSocket } from 'ws';

export interface JoinSessionOptions {
  readonly transport: StartSessionResponse['transport'];
  /** The microphone and the loudspeaker. */
  readonly device: Pick<SessionIo, 'audioIn' | 'playout'>;
  /** What else the caller has to say. */
  readonly messages?: Observable<ClientMessage> | undefined;
}

/**
 * Joins a session from the client's side: what the microphone hears goes up, what the agent says comes down to the
 * loudspeaker. Emits what the server says; completes when the line is closed. Unsubscribing hangs up.
 */
export function joinSession({
  transport,
  device: handset,
  messages: say = EMPTY,
}: JoinSessionOptions): Observable<ServerMessage> {
  return new Observable((subscriber) => {
    const socket = new WebSocket(transport.url, [transport.protocol, `antiphon.token.${transport.token}`]);
    const commands = new Subject<PlayoutCommand>();
    const { commandOf, answerTo } = playback();
    const up = new Subscription();
    socket.on('open', () => {
      const reports = handset.playout(commands).pipe(map(answerTo));
      up.add(handset.audioIn.subscribe(({ samples }) => socket.send(samples)));
      up.add(merge(reports, say).subscribe((message) => socket.send(JSON.stringify(message))));
    });
    socket.on('message', (data: Buffer, isBinary) => {
      const came = isBinary ? samplesOf(data) : (JSON.parse(data.toString()) as ServerMessage);
      const command = commandOf(came);
      if (command !== undefined) commands.next(command);
      if (!(came instanceof Int16Array)) subscriber.next(came);
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
  /** What the loudspeaker is told by what came down. */
  readonly commandOf: (came: ServerMessage | Int16Array) => PlayoutCommand | undefined;
  /** What the server is told of what the loudspeaker did. */
  readonly answerTo: (report: PlayoutReport) => ClientMessage;
}

/** Binary frames belong to the latest `audio.start`; a `clear` is answered under its number. */
function playback(): Playback {
  let track = { utterance: '', sampleRate: 0 };
  const clears = new Map<string, number>();
  return {
    commandOf: (came) => {
      if (came instanceof Int16Array)
        return { kind: 'audio', utterance: track.utterance, frame: { samples: came, sampleRate: track.sampleRate } };
      switch (came.type) {
        case 'audio.start':
          track = { utterance: came.utterance_id, sampleRate: came.sample_rate };
          return { kind: 'start', ...track };
        case 'audio.end':
          return { kind: 'end', utterance: came.utterance_id, samples: came.samples };
        case 'clear':
          clears.set(came.utterance_id, came.clear_id);
          return { kind: 'clear', utterance: came.utterance_id };
        default:
          return undefined;
      }
    },
    answerTo: ({ kind, utterance: utterance_id, playedSamples: played_samples }) =>
      kind === 'cleared'
        ? { type: 'playback.cleared', utterance_id, clear_id: clears.get(utterance_id) ?? 0, played_samples }
        : { type: `playback.${kind}`, utterance_id, played_samples },
  };
}

/** A copy: the bytes of a message may begin anywhere in their buffer. */
function samplesOf(bytes: Buffer): Int16Array {
  return new Int16Array(Uint8Array.from(bytes).buffer);
}
