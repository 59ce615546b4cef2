import type * as werift from 'werift';

/** HandshakeType `hello_verify_request` of RFC 6347, section 4.3.2. */
const HELLO_VERIFY_REQUEST = 3;
/** The flight in which the side that begins has answered it. */
const ANSWERED = 3;

/**
 * Lets the client begin the DTLS handshake. As the one that begins, werift repeats its last messages with the record numbers that they
 * had: a client drops them, and does not repeat its own, so that the loss of one datagram would end the connection.
 */
export function letBegin({ dtlsTransports }: werift.RTCPeerConnection): void {
  for (const transport of dtlsTransports) transport.role = 'server';
}

/**
 * Begins the DTLS handshake with a client that may be slow. werift repeats its hello after 500 ms, and would take the answer to the second
 * one for a fault.
 */
export function begin({ dtlsTransports }: werift.RTCPeerConnection): void {
  for (const transport of dtlsTransports)
    transport.onStateChange.subscribe((state) => {
      // Its socket is created right behind this event.
      if (state === 'connecting') queueMicrotask(() => ignoreFurtherAnswers(transport.dtls));
    });
}

function ignoreFurtherAnswers(socket: werift.RTCDtlsTransport['dtls']): void {
  if (socket === undefined) return;
  const { onHandleHandshakes: handle, dtls: context } = socket;
  socket.onHandleHandshakes = (messages) =>
    handle(context.flight < ANSWERED ? messages : messages.filter(({ msg_type }) => msg_type !== HELLO_VERIFY_REQUEST));
}

/** Makes a DTLS handshake that is not over repeat nothing: werift would go on for 33 s. */
export function stopHandshake({ dtlsTransports }: werift.RTCPeerConnection): void {
  for (const { dtls: socket } of dtlsTransports)
    if (socket !== undefined) socket.dtls.flight = Number.POSITIVE_INFINITY;
}

/** Whether the client does not begin the DTLS handshake. */
export function isPassive(offer: string): boolean {
  return /^a=setup:passive\r?$/mu.test(offer);
}
