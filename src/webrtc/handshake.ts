import type * as werift from 'werift';

/** HandshakeType `hello_verify_request` of RFC 6347, section 4.3.2. */
const HELLO_VERIFY_REQUEST = 3;
/** The active side's flight that answers it: RFC 6347, section 4.2.4. */
const ANSWER_FLIGHT = 3;

/**
 * Takes the passive role (RFC 8842), in which the client begins the DTLS handshake. In the active role, werift repeats
 * its last messages with their original record numbers. A client drops them and does not repeat its own, so that the
 * loss of one datagram would end the connection.
 */
export function takePassiveRole({ dtlsTransports }: werift.RTCPeerConnection): void {
  for (const transport of dtlsTransports) transport.role = 'server';
}

/**
 * Takes the active role (RFC 8842), in which this side begins the DTLS handshake, for a client that may be slow. werift
 * repeats its ClientHello after 500 ms, and would treat the HelloVerifyRequest that answers the repetition as an error.
 */
export function takeActiveRole({ dtlsTransports }: werift.RTCPeerConnection): void {
  for (const transport of dtlsTransports) {
    transport.role = 'client';
    transport.onStateChange.subscribe((state) => {
      // The transport creates its DTLS socket right after this event.
      if (state === 'connecting') queueMicrotask(() => ignoreRepeatedVerifyRequests(transport.dtls));
    });
  }
}

function ignoreRepeatedVerifyRequests(socket: werift.RTCDtlsTransport['dtls']): void {
  if (socket === undefined) return;
  const { onHandleHandshakes: handle, dtls: context } = socket;
  socket.onHandleHandshakes = (messages) =>
    handle(
      context.flight < ANSWER_FLIGHT ? messages : messages.filter(({ msg_type }) => msg_type !== HELLO_VERIFY_REQUEST),
    );
}

/** Stops the repetitions of an unfinished DTLS handshake, with which werift would continue for 33 s. */
export function stopHandshake({ dtlsTransports }: werift.RTCPeerConnection): void {
  for (const { dtls: socket } of dtlsTransports)
    if (socket !== undefined) socket.dtls.flight = Number.POSITIVE_INFINITY;
}

/** Checks whether a client takes the passive role in its offer. */
export function offersPassive(offer: string): boolean {
  return /^a=setup:passive\r?$/mu.test(offer);
}
