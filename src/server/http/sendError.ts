import { STATUS_CODES } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AntiphonError } from '../../core/errors.ts';
import { maskKeys } from '../maskKeys.ts';
import { PROBLEMS, Problem } from '../problem.ts';
import type { ProblemBody } from '../problem.ts';
import { isFastifyError, toProblem } from './toProblem.ts';
import { messageOf } from '../../core/messageOf.ts';

/**
 * Answers what went wrong as problem+json. What the hooks of the app around us refuse with a status of their own is passed
 * on to its own error handler.
 */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (isForeign(error)) throw error;
  const problem = toProblem(error);
  if (PROBLEMS[problem.code].status >= 500) log(request, problem);
  return sendProblem(problem, reply);
}

export function sendProblem(problem: Problem, reply: FastifyReply): FastifyReply {
  const { status } = PROBLEMS[problem.code];
  if (status === 426) void reply.header('upgrade', 'websocket');
  if (status === 503) void reply.header('retry-after', '5');
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(bodyOf(problem, status)));
}

function bodyOf({ code, message, errors }: Problem, status: number): ProblemBody {
  const said = { type: 'about:blank', title: STATUS_CODES[status] ?? '', status, code, detail: message } as const;
  return errors.length === 0 ? said : { ...said, errors };
}

function isForeign(error: unknown): boolean {
  if (error instanceof Problem || error instanceof AntiphonError || isFastifyError(error)) return false;
  return error instanceof Error && 'statusCode' in error;
}

/** Only text: what else an error of a service carries may hold its keys. */
function log(request: FastifyRequest, { code, cause }: Problem): void {
  const origin = cause instanceof Error ? (cause.cause ?? cause) : cause;
  const text = origin instanceof Error ? (origin.stack ?? origin.message) : messageOf(origin);
  request.log.error({ code, reason: maskKeys(text) }, 'a request failed');
}
