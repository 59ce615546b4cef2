import type { FastifyReply, FastifyRequest } from 'fastify';
import { problemOf } from '../../problems/sendError.ts';
import { PROBLEMS, type ProblemBody } from '../../problems/problem.ts';

/**
 * Adds the error fields that the official clients read to a problem, and tells the clients not to retry a request that
 * this server does not support. Use it as an `onSend` hook.
 */
export async function addSdkError(_request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  const code = problemOf(reply);
  if (code === undefined || typeof payload !== 'string') return payload;
  if (PROBLEMS[code].status === 501) void reply.header('x-should-retry', 'false');
  const problem = JSON.parse(payload) as ProblemBody;
  return JSON.stringify({ ...problem, error: toSdkError(problem) });
}

function toSdkError({ status, code, detail, errors = [] }: ProblemBody): object {
  const [first] = errors;
  const message = first === undefined ? detail : errors.map((fault) => `${fault.pointer}: ${fault.detail}`).join('; ');
  const param = first?.pointer.slice(1).replaceAll('/', '.') ?? null;
  return { type: status < 500 ? 'invalid_request_error' : 'server_error', code, message, param };
}
