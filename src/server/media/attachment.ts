import { Subscription, type Observable } from 'rxjs';
import { CLOSE_CODES, type CloseCode } from '../../core/protocol.ts';
import type { ConnectionState } from './connectionState.ts';
import { frameBudget } from './frameBudget.ts';
import { fromSocket, type MediaSocket } from './fromSocket.ts';
import { heartbeat } from './heartbeat.ts';
import { inbound, type Inbound } from './inbound.ts';
import { typedRate } from './typedRate.ts';

/** One socket of a client, and everything that ends with it. */
export interface Attachment {
  readonly socket: MediaSocket;
  readonly resources: Subscription;
  /** Receives the input of the socket. */
  receive: (input: Inbound) => void;
  /** Called at the first input that breaks a limit or the protocol. */
  fail: (error: unknown) => void;
}

type Handlers = Pick<Attachment, 'receive' | 'fail'>;

/** Listens to a socket: the listeners are attached before this returns. */
export function attach(state: ConnectionState, socket: MediaSocket, handlers: Handlers): Attachment {
  const attachment: Attachment = { socket, resources: new Subscription(), ...handlers };
  attachment.resources.add(
    listen(state, socket).subscribe({
      next: (input) => attachment.receive(input),
      error: (error) => attachment.fail(error),
    }),
  );
  return attachment;
}

function listen(state: ConnectionState, socket: MediaSocket): Observable<Inbound> {
  const { sample_rate } = state.audio.input;
  return fromSocket(socket).pipe(
    frameBudget(sample_rate, state, state.frameBuckets),
    heartbeat(() => socket.ping(), state),
    inbound(sample_rate),
    typedRate(state, state.typedBucket),
  );
}

/** Lets go of a socket and closes it. */
export function detach({ socket, resources }: Attachment, code: CloseCode, report: (error: unknown) => void): void {
  resources.unsubscribe();
  try {
    socket.close(code, CLOSE_CODES[code]);
  } catch (error) {
    report(error);
  }
}

/** Closes a socket that nobody listens to. */
export function refuse(socket: MediaSocket, code: CloseCode): void {
  fromSocket(socket).subscribe();
  socket.close(code, CLOSE_CODES[code]);
}
