import * as z from 'zod';
import { PROBLEMS, type ProblemCode } from '../problem.ts';
import * as schemas from './schemas.ts';

type Json = Readonly<Record<string, unknown>>;

/** Creates the OpenAPI 3.1 document of a server under `prefix`. Bodies come from the schemas that validate them. */
export function createOpenApi(prefix: string): Json {
  return {
    openapi: '3.1.1',
    info: { title: 'Antiphon', version: '1', description: 'Voice sessions between a user and an AI agent.' },
    servers: [{ url: prefix === '' ? '/' : prefix }],
    paths: {
      '/v1/sessions': { post: startOperation('startSession', 'Starts a session.') },
      '/startSession': { post: startOperation('startSessionAlias', 'The same, under another address.') },
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
      '/v1/sessions/{id}/media': { parameters: [SESSION_ID], get: joinOperation() },
      '/healthz': { get: operation('health', 'Whether the process is alive.', { 200: answer('It is.', 'Health') }) },
      '/readyz': {
        get: operation('readiness', 'Whether sessions can be started.', {
          200: answer('They can.', 'Readiness'),
          ...problems(['draining']),
        }),
      },
    },
    components: { schemas: components(), securitySchemes: SECURITY_SCHEMES },
  };
}

const SECURITY_SCHEMES: Json = {
  caller: { type: 'http', scheme: 'bearer', description: 'A server that knows its callers needs an API key of each.' },
  token: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of a session, which a browser sends as the subprotocol antiphon.token.<token> instead.',
  },
};

/** Operations of callers. The first: a server that does not tell its callers apart needs none. */
const BY_CALLER: Json = { security: [{}, { caller: [] }] };

const SESSION_ID: Json = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };

const COMPONENTS = {
  AudioFormat: schemas.audioFormat,
  OutputFormat: schemas.outputFormat,
  StartSessionRequest: schemas.startSessionRequest,
  StartSessionResponse: schemas.startSessionResponse,
  Session: schemas.sessionResponse,
  Health: schemas.health,
  Readiness: schemas.readiness,
  Problem: schemas.problemBody,
} as const;

function startOperation(id: string, summary: string): Json {
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
    requestBody: body,
  };
}

const SESSION_PROBLEMS: readonly ProblemCode[] = [
  'unauthorized',
  'forbidden',
  'origin_not_allowed',
  'session_not_found',
  'internal',
];

const START_PROBLEMS: readonly ProblemCode[] = [
  'invalid_json',
  'unauthorized',
  'forbidden',
  'origin_not_allowed',
  'payload_too_large',
  'unsupported_media_type',
  'invalid_request',
  'config_invalid',
  'provider_unavailable',
  'rate_limited',
  'key_concurrency_exceeded',
  'internal',
  'handler_failed',
  'at_capacity',
  'overloaded',
  'draining',
  'configure_timeout',
];

function joinOperation(): Json {
  const join = operation('joinSession', 'The WebSocket of a session, in the subprotocol antiphon.v1.', {
    101: { description: 'The client has joined.' },
    ...problems(JOIN_PROBLEMS),
  });
  return { ...join, security: [{ token: [] }] };
}

const JOIN_PROBLEMS: readonly ProblemCode[] = [
  'bad_request',
  'protocol_not_offered',
  'token_invalid',
  'token_expired',
  'token_used',
  'origin_not_allowed',
  'session_not_found',
  'session_already_connected',
  'session_ended',
  'upgrade_required',
];

function operation(operationId: string, summary: string, responses: Json): Json {
  return { operationId, summary, responses };
}

function answer(description: string, schema: keyof typeof COMPONENTS): Json {
  return { description, content: contentOf('application/json', schema) };
}

/** Creates one response per status, with its codes in the description. */
function problems(codes: readonly ProblemCode[]): Json {
  const statuses = new Set(codes.map((code) => PROBLEMS[code].status));
  return Object.fromEntries([...statuses].map((status) => [status, problem(codes, status)]));
}

function problem(codes: readonly ProblemCode[], status: number): Json {
  const description = codes.filter((code) => PROBLEMS[code].status === status).join(', ');
  return { description, content: contentOf('application/problem+json', 'Problem') };
}

function contentOf(type: string, schema: keyof typeof COMPONENTS): Json {
  return { [type]: { schema: { $ref: refTo(schema) } } };
}

function refTo(name: string): string {
  return `#/components/schemas/${name}`;
}

function components(): Json {
  // A separate registry: the host app may use the same names in zod's global one.
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(COMPONENTS)) registry.add(schema, { id });
  const { schemas: named } = z.toJSONSchema(registry, { uri: refTo, io: 'input' });
  return Object.fromEntries(Object.entries(named).map(([name, schema]) => [name, embed(schema)]));
}

/** Removes the address and dialect of a schema, which it does not have inside a document. */
function embed(schema: object): Json {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== '$schema' && key !== '$id'));
}
