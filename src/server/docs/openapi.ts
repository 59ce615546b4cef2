import type * as z from 'zod';
import type { ProblemCode } from '../problems/problem.ts';
import type { OpenApiDocument, Operation, Parameter } from './openApiDocument.ts';
import { joinOperation } from './openApiClients.ts';
import { createPeerPaths, NO_PEERS, type DescribedPeers } from './openApiPeers.ts';
import { createStartSessionRequest } from '../http/schemas.ts';
import {
  answer,
  BY_CALLER,
  contentOf,
  createSchemas,
  operation,
  problems,
  SERVER,
  SESSION_ID,
  SESSIONS,
  START_PROBLEMS,
} from './openApiParts.ts';

/**
 * Creates the OpenAPI 3.1 document of a server under `prefix`. The schemas that validate the bodies also describe them.
 */
export function createOpenApi(
  prefix: string,
  startSessionRequest: z.ZodType = createStartSessionRequest([]),
  peers: DescribedPeers = NO_PEERS,
): OpenApiDocument {
  return {
    openapi: '3.1.1',
    info: { title: 'Antiphon', version: '1', description: 'Voice sessions between a user and an AI agent.' },
    servers: [{ url: prefix === '' ? '/' : prefix }],
    tags: [
      { name: SESSIONS, description: 'Start, join, show and end sessions.' },
      { name: SERVER, description: 'The state and the description of the server.' },
    ],
    paths: {
      '/v1/sessions': { post: startOperation('startSession', 'Starts a session.') },
      '/startSession': { post: startOperation('startSessionAlias', 'Starts a session, as `/v1/sessions` does.') },
      '/v1/sessions/{id}': {
        parameters: [SESSION_ID],
        get: {
          ...operation('getSession', 'Shows a session, up to 10 minutes after its end.', {
            200: answer('The session.', 'Session'),
            ...problems(SESSION_PROBLEMS),
          }),
          ...BY_CALLER,
        },
        delete: {
          ...operation('endSession', 'Ends a session of the caller. Idempotent.', {
            204: { description: 'The session ends.' },
            ...problems(SESSION_PROBLEMS),
          }),
          ...BY_CALLER,
        },
      },
      '/v1/sessions/{id}/token': {
        parameters: [SESSION_ID],
        post: {
          ...operation('issueToken', 'Issues another token for a session of the caller that waits for its client.', {
            200: answer('The session, with a new token. The others can still be used.', 'StartSessionResponse'),
            ...problems(TOKEN_PROBLEMS),
          }),
          ...BY_CALLER,
        },
      },
      '/v1/sessions/{id}/media': { parameters: [SESSION_ID], get: joinOperation() },
      ...createPeerPaths(peers),
      '/metrics': { get: metricsOperation() },
      '/healthz': {
        get: operation('health', 'Whether the process is alive.', { 200: answer('It is.', 'Health') }, SERVER),
      },
      '/readyz': { get: readinessOperation() },
      '/openapi.json': { get: operation('getOpenApi', 'This description, for programs.', DOCUMENT, SERVER) },
      '/docs': { get: operation('getDocs', 'This description, for people.', PAGE, SERVER) },
    },
    components: {
      schemas: createSchemas({ StartSessionRequest: startSessionRequest }),
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

function metricsOperation(): Operation {
  const responses = {
    200: { description: 'The metrics.', content: { 'text/plain': { schema: { type: 'string' } } } },
    ...problems(['unauthorized', 'forbidden', 'internal', 'authenticate_timeout']),
  };
  const summary = 'The metrics of the server, in the text format of Prometheus.';
  return { ...operation('readMetrics', summary, responses, SERVER), ...BY_CALLER };
}

const SECURITY_SCHEMES: OpenApiDocument['components']['securitySchemes'] = {
  caller: { type: 'http', scheme: 'bearer', description: 'An API key, required if the server identifies its callers.' },
  token: {
    type: 'http',
    scheme: 'bearer',
    description: 'The `token` of a session, which a browser sends as the subprotocol `antiphon.token.<token>` instead.',
  },
};

const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A key that you choose. Repeating a request with the same key and body within 10 minutes starts no second session.',
  schema: { type: 'string' },
};

const OPEN_PROBLEMS: readonly ProblemCode[] = ['host_not_allowed', 'origin_not_allowed', 'rate_limited'];

const DOCUMENT: Operation['responses'] = {
  200: {
    description: 'OpenAPI 3.1.',
    content: { 'application/json': { schema: { type: 'object', additionalProperties: true } } },
  },
  ...problems(OPEN_PROBLEMS),
};
const PAGE: Operation['responses'] = {
  200: { description: 'A page.', content: { 'text/html': { schema: { type: 'string' } } } },
  ...problems(OPEN_PROBLEMS),
};

function startOperation(id: string, summary: string): Operation {
  const body = { required: false, content: contentOf('application/json', 'StartSessionRequest') };
  const headers = { Location: { description: 'The address of the session.', schema: { type: 'string' } } };
  return {
    ...operation(id, summary, {
      201: {
        ...answer('configure_session has run, and the session waits for its client.', 'StartSessionResponse'),
        headers,
      },
      ...problems(START_PROBLEMS),
    }),
    ...BY_CALLER,
    parameters: [IDEMPOTENCY_KEY],
    requestBody: body,
  };
}

/** The problems of a server that is one of several nodes. */
const OF_NODES: readonly ProblemCode[] = ['directory_unavailable', 'node_unavailable'];

const SESSION_PROBLEMS: readonly ProblemCode[] = [
  'unauthorized',
  'forbidden',
  'host_not_allowed',
  'origin_not_allowed',
  'session_not_found',
  'rate_limited',
  'internal',
  ...OF_NODES,
  'authenticate_timeout',
];

const TOKEN_PROBLEMS: readonly ProblemCode[] = [
  'invalid_json',
  'unauthorized',
  'forbidden',
  'host_not_allowed',
  'origin_not_allowed',
  'session_not_found',
  'session_already_connected',
  'session_ended',
  'payload_too_large',
  'unsupported_media_type',
  'invalid_request',
  'internal',
  ...OF_NODES,
  'authenticate_timeout',
];

function readinessOperation(): Operation {
  const responses = {
    200: answer('They can.', 'Readiness'),
    ...problems(['at_capacity', 'overloaded', 'draining']),
  };
  return operation('readiness', 'Whether sessions can be started.', responses, SERVER);
}
