import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isPassedOn } from '../cluster/sendAnswer.ts';
import { requireScope } from '../callers/requestCaller.ts';
import { problemOf } from '../problems/sendError.ts';
import type { ServerMetrics, StartResult } from './serverMetrics.ts';

/** Registers the route of the metrics, in a scope that identifies its callers. */
export function registerMetricsRoute(scope: FastifyInstance, metrics: ServerMetrics): void {
  scope.get('/metrics', async (request, reply) => {
    requireScope(request, 'metrics');
    return reply.type(metrics.contentType).send(await metrics.read());
  });
}

/** Counts the requests to start a session, including those that are refused before they reach their route. */
export function countStarts(scope: FastifyInstance, metrics: ServerMetrics): void {
  scope.addHook('onResponse', async (request, reply) => {
    if (isStart(request)) metrics.countStart(resultOf(reply));
  });
}

function isStart({ method, routeOptions: { url = '' } }: FastifyRequest): boolean {
  return method === 'POST' && (url.endsWith('/v1/sessions') || url.endsWith('/startSession'));
}

function resultOf(reply: FastifyReply): StartResult {
  if (isPassedOn(reply)) return 'passed_on';
  return reply.statusCode < 400 ? 'started' : (problemOf(reply) ?? 'refused_by_app');
}
