import { fromEvent, identity, Subscription, type Observable } from 'rxjs';
import { CLOSE_CODES, type AudioFormats, type CloseCode } from '../../core/protocol.ts';
import { frameBudget, messageBudget, textAudioBudget, type FrameBuckets } from './frameBudget.ts';
import { fromSocket, type MediaSocket } from './fromSocket.ts';
import { heartbeat } from './heartbeat.ts';
import { inbound, type Inbound } from './inbound.ts';
import type { InputTime } from './inputTime.ts';
import type { MediaCapabilities, MediaCodec } from '../../core/mediaAdapter.ts';
import { padAudio } from './padAudio.ts';
import { typedRate } from './typedRate.ts';

/** One socket of a client, and the resources that end with it. */
export interface Attachment {
  readonly socket: MediaSocket;
  readonly resources: Subscription;
  /** Receives the input of the socket. */
  receive: (input: Inbound) => void;
  /** Called at the first input that exceeds a limit or violates the protocol. */
  fail: (error: unknown) => void;
}

type Handlers = Pick<Attachment, 'receive' | 'fail'>;

/** The state shared by the sockets of one client. */
interface ClientLimits extends InputTime {
  readonly audio: AudioFormats;
  readonly codec: MediaCodec;
  readonly capabilities: MediaCapabilities;
  readonly frameBuckets: FrameBuckets;
  readonly typedBucket: (characters: number) => boolean;
}

/** Listens to a socket. The listeners are attached before this returns. */
export function attach(client: ClientLimits, socket: MediaSocket, handlers: Handlers): Attachment {
  const attachment: Attachment = { socket, resources: new Subscription(), ...handlers };
  const error = (reason: unknown): void => attachment.fail(reason);
  attachment.resources.add(listen(client, socket).subscribe({ next: (input) => attachment.receive(input), error }));
  const pongs = fromEvent(socket, 'pong');
  attachment.resources.add(heartbeat(pongs, () => socket.ping(), client).subscribe({ error }));
  return attachment;
}

function listen(client: ClientLimits, socket: MediaSocket): Observable<Inbound> {
  const { sample_rate } = client.audio.input;
  return fromSocket(socket).pipe(
    frameBudget(sample_rate, client.frameBuckets),
    inbound(client.codec.decode),
    messageBudget(client.frameBuckets),
    client.capabilities.continuous === true ? padAudio(client.scheduler) : identity,
    client.capabilities.audioIn === 'text' ? textAudioBudget(client.frameBuckets) : identity,
    typedRate(client, client.typedBucket),
  );
}

/** Removes the listeners from a socket and closes it. */
export function detach({ socket, resources }: Attachment, code: CloseCode, report: (error: unknown) => void): void {
  resources.unsubscribe();
  try {
    socket.close(code, CLOSE_CODES[code]);
  } catch (error) {
    report(error);
  }
}

/** Closes a socket that has no listeners. */
export function refuse(socket: MediaSocket, code: CloseCode): void {
  fromSocket(socket).subscribe();
  socket.close(code, CLOSE_CODES[code]);
}
