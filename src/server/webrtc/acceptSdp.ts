import type { FastifyInstance, FastifyReply } from 'fastify';
import { Problem } from '../problems/problem.ts';

/** Longest body of an offer, in bytes. */
export const OFFER_LIMIT = 65_536;

/** Accepts `application/sdp` in a scope whose answers must not be stored. Refuses all other bodies with `detail`. */
export function acceptSdp(scope: FastifyInstance, detail: string): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser<string>(
    'application/sdp',
    { parseAs: 'string', bodyLimit: OFFER_LIMIT },
    (_request, body, done) => done(null, body),
  );
  scope.addContentTypeParser('*', (_request, _payload, done) =>
    done(new Problem('unsupported_media_type', [], undefined, detail)),
  );
  scope.addHook('onSend', async (_request, reply) => {
    void reply.header('cache-control', 'no-store');
  });
}

/** Sends an SDP answer. */
export function sendAnswer(reply: FastifyReply, sdp: string, location: string): FastifyReply {
  return reply.code(201).header('location', location).type('application/sdp').serializer(String).send(sdp);
}
