import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../../problems/problem.ts';
import { REALTIME_PATH } from './startRealtime.ts';

const SIP = 'This API does not accept SIP calls; use a telephone line of this server.';
const TRANSCRIPTION = 'This server does not support sessions that only transcribe or translate.';
const SIDEBAND = 'A session has one connection; `call_id` is not supported.';

/** Unsupported parts of the API, with the reasons. */
const UNSUPPORTED: Readonly<Record<string, string>> = {
  '/calls/:id/accept': SIP,
  '/calls/:id/refer': SIP,
  '/calls/:id/reject': SIP,
  '/translations/client_secrets': TRANSCRIPTION,
  '/transcription_sessions': TRANSCRIPTION,
  '/sessions': 'Create client secrets at `client_secrets`.',
};

/** Registers addresses that the official clients know but this server does not support. They answer with the reason. */
export function registerUnsupported(scope: FastifyInstance): void {
  for (const [path, detail] of Object.entries(UNSUPPORTED))
    scope.post(`${REALTIME_PATH}${path}`, () => {
      throw createUnsupported(detail);
    });
}

/** The query of a WebSocket that may not be for a conversation. */
export interface SocketQuery {
  readonly model?: string;
  readonly call_id?: string;
  readonly intent?: string;
}

/** Refuses a WebSocket that is not for a conversation. @throws Problem `not_supported` */
export function checkIntent({ query }: FastifyRequest<{ Querystring: SocketQuery }>): void {
  if (query.call_id !== undefined) throw createUnsupported(SIDEBAND);
  if (query.intent !== undefined) throw createUnsupported(TRANSCRIPTION);
}

function createUnsupported(detail: string): Problem {
  return new Problem('not_supported', [], undefined, detail);
}
