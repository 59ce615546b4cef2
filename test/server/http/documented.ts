import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CARRIERS } from '../../../src/server/adapters/carriers.ts';
import type { OpenApiDocument, Operation } from '../../../src/server/docs/openApiDocument.ts';
import { createOpenApi } from '../../../src/server/docs/openapi.ts';
import type { DescribedCarrier } from '../../../src/server/docs/openApiPeers.ts';
import { problemOf } from '../../../src/server/problems/sendError.ts';

/** The description of a server for clients of all protocols. */
export const DESCRIBED: OpenApiDocument = createOpenApi('', undefined, {
  carriers: Object.values<DescribedCarrier>(CARRIERS),
  realtime: {},
  rtvi: {},
  webrtc: {},
});

/** Returns the codes with which an operation may refuse a request. */
export function codesOf({ responses }: Operation): readonly string[] {
  return Object.entries(responses).flatMap(([status, { description }]) =>
    Number(status) >= 300 ? description.split(', ') : [],
  );
}

/** Notes each problem that a described route of an app answers, and that its description does not have. `not_found` is the answer to upgrades. */
export function findUndocumented(app: FastifyInstance): readonly string[] {
  const found: string[] = [];
  app.addHook('onResponse', async (request, reply) => {
    const code = problemOf(reply);
    const operation = operationOf(request);
    if (code === undefined || code === 'not_found' || operation === undefined || codesOf(operation).includes(code))
      return;
    found.push(`${request.method} ${request.routeOptions.url ?? ''}: ${code}`);
  });
  return found;
}

function operationOf({ method, routeOptions: { url = '' } }: FastifyRequest): Operation | undefined {
  const described = Object.entries(DESCRIBED.paths).find(([path]) => url.endsWith(path.replace('{id}', ':id')));
  return described?.[1][method.toLowerCase() as 'get' | 'post' | 'delete'];
}
