import * as z from 'zod';
import { secretRequest } from '../adapters/realtime/startRealtime.ts';
import type { ProblemCode } from '../problems/problem.ts';
import { webRtcOperations } from './openApiClients.ts';
import type { Content, JsonSchema, Operation, PathItem } from './openApiDocument.ts';
import { BY_CALLER, embed, operation, problems, SESSION_ID, START_PROBLEMS } from './openApiParts.ts';

/**
 * The clients of other protocols for which programs have routes. Undefined means that the server does not accept them.
 */
export interface DescribedPeers {
  readonly carriers: readonly DescribedCarrier[];
  readonly realtime?: object | undefined;
  readonly rtvi?: object | undefined;
  readonly webrtc?: object | undefined;
  /** Whether the carriers request further instructions when the WebSocket of a call closes. @default false */
  readonly returns?: boolean | undefined;
}

export interface DescribedCarrier {
  readonly adapter: { readonly protocol: string };
  readonly label: string;
  readonly contentType: string;
  /** The answer of a server that accepts no calls now. @default the request is refused */
  readonly busy?: string | undefined;
  /** Set if the carrier requests the instructions of a transfer. */
  readonly answerTransfer?: unknown;
}

export const NO_PEERS: DescribedPeers = { carriers: [] };

/** Creates the paths for clients of other protocols. */
export function createPeerPaths({
  carriers,
  realtime,
  rtvi,
  webrtc,
  returns,
}: DescribedPeers): Record<string, PathItem> {
  return {
    ...(webrtc && { '/v1/sessions/{id}/webrtc': { parameters: [SESSION_ID], ...webRtcOperations() } }),
    ...(rtvi && { '/v1/rtvi/connect': { post: connectOperation() } }),
    ...(realtime && {
      '/v1/realtime/client_secrets': { post: secretOperation() },
      '/v1/realtime/calls': { post: callOperation() },
      '/v1/realtime/calls/{id}/hangup': { parameters: [SESSION_ID], post: hangupOperation() },
    }),
    ...Object.fromEntries(carriers.flatMap((carrier) => createCarrierPaths(carrier, returns))),
  };
}

function createCarrierPaths(
  carrier: DescribedCarrier,
  returns: boolean = false,
): readonly (readonly [string, PathItem])[] {
  const { adapter, answerTransfer } = carrier;
  const path = `/v1/${adapter.protocol}`;
  return [
    [`${path}/voice`, { post: voiceOperation(carrier) }],
    ...(returns ? ([[`${path}/return`, { post: returnOperation(carrier) }]] as const) : []),
    ...(answerTransfer === undefined ? [] : ([[`${path}/transfer`, { post: transferOperation(carrier) }]] as const)),
  ];
}

const CUSTOM_DATA: JsonSchema = { type: 'object', additionalProperties: true, description: 'The `custom_data`.' };

function connectOperation(): Operation {
  const connection = z.object({
    ws_url: z.string().describe('The address of the WebSocket, without the token.'),
    token: z.string().describe('Lets one client join, once, within 60 s.'),
  });
  const responses = {
    200: { description: 'A session, and the address to which its client connects.', content: jsonOf(connection) },
  };
  return {
    ...operation('connectRtvi', "Starts a session for one of Pipecat's clients.", {
      ...responses,
      ...problems(PEER_START_PROBLEMS),
    }),
    ...BY_CALLER,
    requestBody: { required: false, content: { 'application/json': { schema: CUSTOM_DATA } } },
  };
}

function secretOperation(): Operation {
  const secret = z.object({
    value: z.string().describe('Lets one client join, once, within 60 s.'),
    expires_at: z.int().describe('Seconds since 1970.'),
    session: z.object({
      type: z.literal('realtime'),
      object: z.literal('realtime.session'),
      id: z.string().describe('The `session_id`.'),
      model: z.literal('antiphon'),
    }),
  });
  return {
    ...operation('createClientSecret', 'Starts a session for a client of the OpenAI Realtime API.', {
      200: { description: 'The secret of its client.', content: jsonOf(secret) },
      ...problems(PEER_START_PROBLEMS),
    }),
    ...BY_CALLER,
    requestBody: { required: false, content: jsonOf(secretRequest) },
  };
}

const LOCATION = { Location: { description: 'The address of the call.', schema: { type: 'string' } } };

function callOperation(): Operation {
  const sdp: Content = { 'application/sdp': { schema: { type: 'string' } } };
  const form: JsonSchema = {
    type: 'object',
    required: ['sdp'],
    properties: {
      sdp: { type: 'string', description: 'The offer.' },
      session: { type: 'string', description: 'JSON: `model` and `metadata`.' },
    },
  };
  return {
    ...operation('createRealtimeCall', 'Connects a client of the OpenAI Realtime API over WebRTC.', {
      201: { description: 'The answer to the offer.', content: sdp, headers: LOCATION },
      ...problems(CALL_PROBLEMS),
    }),
    security: [{}, { caller: [] }, { token: [] }],
    requestBody: { required: true, content: { ...sdp, 'multipart/form-data': { schema: form } } },
  };
}

function hangupOperation(): Operation {
  return {
    ...operation('hangUpRealtimeCall', 'Ends the session of a call. Idempotent.', {
      200: { description: 'The session ends.' },
      ...problems(HANGUP_PROBLEMS),
    }),
    ...BY_CALLER,
  };
}

const TEXT: JsonSchema = { type: 'string' };
const ANY_BODY = { required: true, content: { '*/*': { schema: TEXT } } };

function voiceOperation({ adapter: { protocol }, label, contentType, busy }: DescribedCarrier): Operation {
  return {
    ...operation(`answer_${protocol}`, `The webhook for calls from ${label}, which signs its requests.`, {
      200: { description: 'The instructions that connect the call.', content: { [contentType]: { schema: TEXT } } },
      ...problems(busy === undefined ? [...VOICE_PROBLEMS, ...BUSY_PROBLEMS] : VOICE_PROBLEMS),
    }),
    requestBody: ANY_BODY,
  };
}

function returnOperation({ adapter: { protocol }, label, contentType }: DescribedCarrier): Operation {
  const summary = `The webhook that ${label} calls when the WebSocket of a call has closed. It signs its requests.`;
  return {
    ...operation(`return_${protocol}`, summary, {
      200: {
        description: 'The instructions that reconnect the call or end it.',
        content: { [contentType]: { schema: TEXT } },
      },
      ...problems(RETURN_PROBLEMS),
    }),
    parameters: [
      { name: 'session', in: 'query', required: true, schema: TEXT, description: 'The session of the call.' },
      { name: 'attempt', in: 'query', required: false, schema: TEXT, description: 'The number of earlier requests.' },
    ],
    requestBody: ANY_BODY,
  };
}

function transferOperation({ adapter: { protocol }, label, contentType }: DescribedCarrier): Operation {
  return {
    ...operation(`transfer_${protocol}`, `The webhook that ${label} calls to transfer a call. It signs its requests.`, {
      200: { description: 'The instructions that connect the caller.', content: { [contentType]: { schema: TEXT } } },
      ...problems(TRANSFER_PROBLEMS),
    }),
    requestBody: ANY_BODY,
  };
}

function jsonOf(schema: z.ZodType): Content {
  return { 'application/json': { schema: embed(z.toJSONSchema(schema, { io: 'input' }) as JsonSchema) } };
}

const PEER_START_PROBLEMS: readonly ProblemCode[] = START_PROBLEMS.filter((code) => !code.startsWith('idempotency'));
/** The problems of requests whose body is not JSON. */
const CALL_PROBLEMS: readonly ProblemCode[] = [
  ...PEER_START_PROBLEMS.filter((code) => code !== 'invalid_json'),
  'token_invalid',
  'token_expired',
  'token_used',
  'session_already_connected',
  'session_ended',
  'webrtc_not_available',
];
const HANGUP_PROBLEMS: readonly ProblemCode[] = [
  'unauthorized',
  'forbidden',
  'host_not_allowed',
  'origin_not_allowed',
  'session_not_found',
  'rate_limited',
  'internal',
  'authenticate_timeout',
];
const TRANSFER_PROBLEMS: readonly ProblemCode[] = [
  'bad_request',
  'unauthorized',
  'host_not_allowed',
  'payload_too_large',
  'rate_limited',
  'internal',
];
const VOICE_PROBLEMS: readonly ProblemCode[] = [
  'bad_request',
  'unauthorized',
  'host_not_allowed',
  'payload_too_large',
  'config_invalid',
  'provider_unavailable',
  'rate_limited',
  'internal',
  'handler_failed',
  'configure_timeout',
];
const RETURN_PROBLEMS: readonly ProblemCode[] = [
  ...VOICE_PROBLEMS,
  'session_not_found',
  'at_capacity',
  'overloaded',
  'draining',
  'node_unavailable',
  'directory_unavailable',
  'session_elsewhere',
];
const BUSY_PROBLEMS: readonly ProblemCode[] = ['at_capacity', 'overloaded', 'draining'];
