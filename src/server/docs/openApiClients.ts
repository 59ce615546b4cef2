import type { ProblemCode } from '../problems/problem.ts';
import type { Operation, Parameter, PathItem } from './openApiDocument.ts';
import { operation, problems } from './openApiParts.ts';

/** Creates the operation for the WebSocket of a session, whose client has a token. */
export function joinOperation(): Operation {
  return {
    ...operation('joinSession', 'The WebSocket of a session, in the subprotocol antiphon.v1.', {
      101: { description: 'The client has joined, or may resume the session.' },
      ...problems(JOIN_PROBLEMS),
    }),
    parameters: [OFFERED_PROTOCOLS],
    security: [{ token: [] }],
  };
}

const OFFERED_PROTOCOLS: Parameter = {
  name: 'Sec-WebSocket-Protocol',
  in: 'header',
  required: true,
  description: '`antiphon.v1` and `antiphon.token.<token>`.',
  schema: { type: 'string' },
};

const JOIN_PROBLEMS: readonly ProblemCode[] = [
  'session_elsewhere',
  'bad_request',
  'protocol_not_offered',
  'token_invalid',
  'token_expired',
  'token_used',
  'host_not_allowed',
  'origin_not_allowed',
  'session_not_found',
  'session_already_connected',
  'session_ended',
  'upgrade_required',
  'rate_limited',
  'directory_unavailable',
  'node_unavailable',
];

/** Creates the operations for a session over WebRTC. */
export function webRtcOperations(): Pick<PathItem, 'post' | 'delete'> {
  const content = { 'application/sdp': { schema: { type: 'string' } } };
  const headers = {
    Location: { description: 'The address of the connection; DELETE ends the session.', schema: { type: 'string' } },
  };
  const post = operation('connectSession', 'Connects the client of a session over WebRTC.', {
    201: { description: 'The answer to the offer.', content, headers },
    ...problems(CONNECT_PROBLEMS),
  });
  const leave = operation('leaveSession', 'Ends the session of a client that connected over WebRTC.', {
    204: { description: 'The session ends.' },
    ...problems(['token_invalid', 'host_not_allowed', 'origin_not_allowed', 'session_not_found', 'rate_limited']),
  });
  const security = [{ token: [] }];
  return { post: { ...post, requestBody: { required: true, content }, security }, delete: { ...leave, security } };
}

const CONNECT_PROBLEMS: readonly ProblemCode[] = [
  'token_invalid',
  'token_expired',
  'token_used',
  'host_not_allowed',
  'origin_not_allowed',
  'session_not_found',
  'session_already_connected',
  'session_ended',
  'payload_too_large',
  'unsupported_media_type',
  'invalid_request',
  'rate_limited',
  'internal',
];
