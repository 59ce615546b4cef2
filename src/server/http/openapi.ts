import * as z from 'zod';
import { PROBLEMS } from '../problem.ts';
import type { ProblemCode } from '../problem.ts';
import * as schemas from './schemas.ts';

type Json = Readonly<Record<string, unknown>>;

/**
 * The HTTP side of a server under `prefix` as an OpenAPI 3.1 document. What it says of bodies comes from the schemas that
 * check and describe them.
 */
export function createOpenApi(prefix: string): Json {
  return {
    openapi: '3.1.1',
    info: { title: 'Antiphon', version: '1', description: 'Voice sessions between a user and an AI agent.' },
    servers: [{ url: prefix === '' ? '/' : prefix }],
    paths: {
      '/v1/sessions': { post: starting('startSession', 'Starts a session.') },
      '/startSession': { post: starting('startSessionAlias', 'The same, under another address.') },
      '/v1/sessions/{id}': {
        parameters: [SESSION_ID],
        get: operation('getSession', 'Shows a session; for 10 minutes also one that has ended.', {
          200: answer('The session.', 'Session'),
          ...problems(['origin_not_allowed', 'session_not_found', 'internal']),
        }),
        delete: operation('endSession', 'Ends a session. One that has ended stays so.', {
          204: { description: 'The session ends.' },
          ...problems(['origin_not_allowed', 'session_not_found', 'internal']),
        }),
      },
      '/v1/sessions/{id}/media': { parameters: [SESSION_ID], get: joining() },
      '/healthz': { get: operation('health', 'Whether the process is alive.', { 200: answer('It is.', 'Health') }) },
      '/readyz': {
        get: operation('readiness', 'Whether sessions can be started.', {
          200: answer('They can.', 'Readiness'),
          ...problems(['draining']),
        }),
      },
    },
    components: { schemas: components() },
  };
}

const SESSION_ID: Json = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };

const COMPONENTS = {
  AudioFormat: schemas.audioFormat,
  StartSessionRequest: schemas.startSessionRequest,
  StartSessionResponse: schemas.startSessionResponse,
  Session: schemas.sessionResponse,
  Health: schemas.health,
  Readiness: schemas.readiness,
  Problem: schemas.problemBody,
} as const;

function starting(id: string, summary: string): Json {
  const body = { required: false, content: contentOf('application/json', 'StartSessionRequest') };
  const headers = { Location: { description: 'The address of the session.', schema: { type: 'string' } } };
  return {
    ...operation(id, summary, {
      201: {
        ...answer('configure_session has run, and the session waits for its client.', 'StartSessionResponse'),
        headers,
      },
      ...problems(STARTING),
    }),
    requestBody: body,
  };
}

const STARTING: readonly ProblemCode[] = [
  'invalid_json',
  'origin_not_allowed',
  'payload_too_large',
  'unsupported_media_type',
  'invalid_request',
  'config_invalid',
  'provider_unavailable',
  'internal',
  'handler_failed',
  'draining',
  'configure_timeout',
];

function joining(): Json {
  return operation('joinSession', 'The WebSocket of a session, in the subprotocol antiphon.v1.', {
    101: { description: 'The client has joined.' },
    ...problems(JOINING),
  });
}

const JOINING: readonly ProblemCode[] = [
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

/** One response per status, which names the codes that it may have. */
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
  // A registry of our own: names in zod's global one may be taken by the app around us.
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(COMPONENTS)) registry.add(schema, { id });
  const { schemas: named } = z.toJSONSchema(registry, { uri: refTo, io: 'input' });
  return Object.fromEntries(Object.entries(named).map(([name, schema]) => [name, embedded(schema)]));
}

/** Within a document a schema is found by its place; it has no address and no dialect of its own. */
function embedded(schema: object): Json {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== '$schema' && key !== '$id'));
}
