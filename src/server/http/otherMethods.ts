import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../problems/problem.ts';
import { sendProblem } from '../problems/sendError.ts';

/**
 * Answers requests with other methods to the paths of a scope: OPTIONS with the allowed methods, others with 405. It is
 * a hook, because routes would conflict with the app's own routes at the same paths. Call it before the scope registers
 * its routes.
 */
export function answerOtherMethods(app: FastifyInstance, scope: FastifyInstance): void {
  const methodsOf = new Map<string, Set<string>>();
  scope.addHook('onRoute', ({ url, method }) => {
    const methods = methodsOf.get(url) ?? new Set();
    methodsOf.set(url, methods);
    for (const one of [method].flat()) methods.add(one);
  });
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return undefined;
    const methods = [...methodsOf].find(([url]) => isAt(url, request))?.[1];
    return methods === undefined ? undefined : answer(methods, request, reply);
  });
}

function answer(methods: ReadonlySet<string>, { method }: FastifyRequest, reply: FastifyReply): FastifyReply {
  void reply.header('allow', [...new Set([...methods, 'OPTIONS'])].join(', '));
  return method === 'OPTIONS' ? reply.code(204).send() : sendProblem(new Problem('method_not_allowed'), reply);
}

/** Checks whether a request matches a path pattern such as `/v1/sessions/:id`. */
function isAt(pattern: string, { url }: FastifyRequest): boolean {
  const [parts, asked] = [pattern.split('/'), url.replace(/\?.*$/su, '').split('/')];
  return parts.length === asked.length && parts.every((part, n) => part === asked[n] || isParameter(part, asked[n]));
}

function isParameter(part: string, asked = ''): boolean {
  return part.startsWith(':') && asked !== '';
}
