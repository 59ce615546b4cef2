import type * as werift from 'werift';

/** Longest wait for an answer to a question for consent, in ms. The next question, 4 to 6 s later, ends it, too. */
const ANSWER_MS = 10_000;

type Request = werift.RTCIceTransport['connection']['candidatePairs'][number]['protocol']['request'];

/**
 * Accepts answers to the questions for consent (RFC 7675) that come late. werift waits for twice the round-trip time of the last answer, at least
 * 500 ms, and takes what comes later for no answer: a connection whose round-trip time rises above that would end after 30 s.
 */
export function acceptLateConsent({ iceTransports }: werift.RTCPeerConnection): void {
  for (const { connection } of iceTransports) {
    // Another pair of addresses may be nominated later.
    const protocols = new Set(connection.candidatePairs.map(({ protocol }) => protocol));
    for (const protocol of protocols) protocol.request = waitLonger(protocol.request.bind(protocol));
  }
}

/** Only questions for consent have a time limit of their own. */
function waitLonger(request: Request): Request {
  return (message, address, key, options, sent) => {
    const isConsent = typeof options === 'object' && options.responseTimeout !== undefined;
    return request(message, address, key, isConsent ? { ...options, responseTimeout: ANSWER_MS } : options, sent);
  };
}
