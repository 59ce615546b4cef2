import type { FastifyInstance } from 'fastify';
import { isLoopback } from '../addresses/publicUrl.ts';

/** Redirects `/studio/<session>` to Studio. The address gives access to all recordings, so only this machine gets it. */
export function registerStudioLink(
  scope: FastifyInstance,
  findInStudio: (session: string) => string | Promise<string>,
): void {
  scope.get<{ readonly Params: { readonly session: string } }>('/studio/:session', async (request, reply) => {
    if (!isLoopback(request.ip)) return reply.callNotFound();
    return reply.redirect(await findInStudio(request.params.session));
  });
}
