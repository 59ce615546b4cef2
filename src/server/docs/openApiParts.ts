import * as z from 'zod';
import { PROBLEMS, type ProblemCode } from '../problems/problem.ts';
import type { Content, JsonSchema, OpenApiResponse, Operation, Parameter } from './openApiDocument.ts';
import * as schemas from '../http/schemas.ts';
import { audioFormat, outputFormat } from '../protocols/formats.ts';

export const SESSIONS = 'Sessions';
export const SERVER = 'Server';

type ComponentName =
  | 'AudioFormat'
  | 'OutputFormat'
  | 'StartSessionRequest'
  | 'StartSessionResponse'
  | 'Session'
  | 'Health'
  | 'Readiness'
  | 'Problem';

/** The schema that depends on the protocols of a server. */
type OwnComponent = 'StartSessionRequest';

const COMPONENTS: Readonly<Record<Exclude<ComponentName, OwnComponent>, z.ZodType>> = {
  AudioFormat: audioFormat,
  OutputFormat: outputFormat,
  StartSessionResponse: schemas.startSessionResponse,
  Session: schemas.sessionResponse,
  Health: schemas.health,
  Readiness: schemas.readiness,
  Problem: schemas.problemBody,
};

type Responses = Operation['responses'];

/** The security of operations for callers. The empty scheme is for servers that do not identify their callers. */
export const BY_CALLER: Pick<Operation, 'security'> = { security: [{}, { caller: [] }] };

export const SESSION_ID: Parameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The `session_id`.',
  schema: { type: 'string' },
};

export const START_PROBLEMS: readonly ProblemCode[] = [
  'invalid_json',
  'idempotency_key_invalid',
  'unauthorized',
  'forbidden',
  'host_not_allowed',
  'origin_not_allowed',
  'idempotency_conflict',
  'payload_too_large',
  'unsupported_media_type',
  'invalid_request',
  'idempotency_key_reused',
  'config_invalid',
  'provider_unavailable',
  'rate_limited',
  'key_concurrency_exceeded',
  'internal',
  'handler_failed',
  'at_capacity',
  'overloaded',
  'draining',
  'directory_unavailable',
  'node_unavailable',
  'authenticate_timeout',
  'configure_timeout',
];

export function operation(
  operationId: string,
  summary: string,
  responses: Responses,
  tag: string = SESSIONS,
): Operation {
  return { operationId, tags: [tag], summary, responses };
}

export function answer(description: string, schema: ComponentName): OpenApiResponse {
  return { description, content: contentOf('application/json', schema) };
}

/** Creates one response per status, with its problem codes in the description. */
export function problems(codes: readonly ProblemCode[]): Responses {
  const statuses = new Set(codes.map((code) => PROBLEMS[code].status));
  return Object.fromEntries([...statuses].map((status) => [status, problem(codes, status)]));
}

function problem(codes: readonly ProblemCode[], status: number): OpenApiResponse {
  const description = codes.filter((code) => PROBLEMS[code].status === status).join(', ');
  const refusal = { description, content: contentOf('application/problem+json', 'Problem') };
  return status === 429 || status === 503 ? { ...refusal, headers: RETRY_AFTER } : refusal;
}

const RETRY_AFTER: NonNullable<OpenApiResponse['headers']> = {
  'Retry-After': { description: 'Seconds after which to try again.', schema: { type: 'integer' } },
};

export function contentOf(type: string, schema: ComponentName): Content {
  return { [type]: { schema: { $ref: refTo(schema) } } };
}

function refTo(name: string): string {
  return `#/components/schemas/${name}`;
}

/** Creates the schemas of all bodies, keyed by name. */
export function createSchemas(own: Readonly<Record<OwnComponent, z.ZodType>>): Readonly<Record<string, JsonSchema>> {
  // A separate registry, because the host app may use the same names in zod's global one.
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries({ ...COMPONENTS, ...own })) registry.add(schema, { id });
  const { schemas: named } = z.toJSONSchema(registry, { uri: refTo, io: 'input' });
  return Object.fromEntries(Object.entries(named).map(([name, schema]) => [name, embed(schema as JsonSchema)]));
}

/** Removes a schema's `$id` and dialect, which it does not have inside a document. */
export function embed(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== '$schema' && key !== '$id'));
}
