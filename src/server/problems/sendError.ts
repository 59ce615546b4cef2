import { STATUS_CODES } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AntiphonError } from '../../core/errors.ts';
import { maskKeys } from '../../core/maskKeys.ts';
import { PROBLEMS, Problem, type ProblemBody, type ProblemCode } from './problem.ts';
import { isFastifyError, toProblem } from './toProblem.ts';
import { messageOf } from '../../core/messageOf.ts';

/**
 * Sends an error as problem+json. Errors with a status that were thrown by the host app's hooks go to its own error
 * handler.
 */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (isFromHost(error)) throw error;
  const problem = toProblem(error);
  if (isRefusal(problem.code) || PROBLEMS[problem.code].status >= 500) log(request, problem, reply.raw.destroyed);
  return sendProblem(problem, reply);
}

/** Not a decorator, because the app may have one of the same name. */
const problems = new WeakMap<FastifyReply, ProblemCode>();

/** Returns the code of the problem that was sent as the reply. */
export function problemOf(reply: FastifyReply): ProblemCode | undefined {
  return problems.get(reply);
}

/** Sends a problem with its status, and the headers for that status. */
export function sendProblem(problem: Problem, reply: FastifyReply): FastifyReply {
  const { status } = PROBLEMS[problem.code];
  problems.set(reply, problem.code);
  if (status === 426) void reply.header('upgrade', 'websocket');
  if (status === 401) void reply.header('www-authenticate', 'Bearer');
  if (status === 429 || status === 503) void reply.header('retry-after', String(problem.retryAfterS));
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(createBody(problem, status)));
}

/** Creates the body of an error response. */
export function createBody({ code, message, errors }: Problem, status: number): ProblemBody {
  const body = { type: 'about:blank', title: STATUS_CODES[status] ?? '', status, code, detail: message } as const;
  return errors.length === 0 ? body : { ...body, errors };
}

function isFromHost(error: unknown): boolean {
  if (error instanceof Problem || error instanceof AntiphonError || isFastifyError(error)) return false;
  return error instanceof Error && 'statusCode' in error;
}

/**
 * Checks whether a problem is a refusal rather than a failure: the server lacks capacity, or the caller lacks
 * permission.
 */
function isRefusal(code: ProblemCode): boolean {
  return PROBLEMS[code].status === 503 || PROBLEMS[code].status === 429;
}

/** Logs only text, because other fields of a service's error may contain keys. */
function log(request: FastifyRequest, { code, message, cause }: Problem, hasLeft: boolean): void {
  if (hasLeft) return request.log.info({ code }, 'the client closed the connection before the response');
  if (isRefusal(code)) return request.log.info({ code, reason: message }, 'request refused');
  const origin = cause instanceof Error ? (cause.cause ?? cause) : cause;
  const text = origin instanceof Error ? (origin.stack ?? origin.message) : messageOf(origin);
  request.log.error({ code, reason: maskKeys(text) }, 'request failed');
}
