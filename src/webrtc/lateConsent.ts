import type * as werift from 'werift';

/** Longest wait for the answer to a consent request, in ms. The next request, 4 to 6 s later, also ends the wait. */
const ANSWER_MS = 10_000;

type Request = werift.RTCIceTransport['connection']['candidatePairs'][number]['protocol']['request'];

/**
 * Accepts late answers to consent requests (RFC 7675). werift waits for twice the round-trip time of the last answer,
 * at least 500 ms, and ignores later answers: a connection whose round-trip time rises above that would end after 30 s.
 */
export function acceptLateConsent({ iceTransports }: werift.RTCPeerConnection): void {
  for (const { connection } of iceTransports) {
    // Another candidate pair may be nominated later.
    const protocols = new Set(connection.candidatePairs.map(({ protocol }) => protocol));
    for (const protocol of protocols) protocol.request = waitLonger(protocol.request.bind(protocol));
  }
}

/** Extends the time limit of a request. Only consent requests have their own time limit. */
function waitLonger(request: Request): Request {
  return (message, address, key, options, sent) => {
    const isConsent = typeof options === 'object' && options.responseTimeout !== undefined;
    return request(message, address, key, isConsent ? { ...options, responseTimeout: ANSWER_MS } : options, sent);
  };
}
