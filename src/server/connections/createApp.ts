import type { FastifyInstance, FastifyServerOptions, fastify } from 'fastify';
import { AntiphonError } from '../../core/errors.ts';
import { messageOf } from '../../core/messageOf.ts';
import { sendError, sendProblem } from '../problems/sendError.ts';
import { Problem } from '../problems/problem.ts';
import { answerBadRequest, answerExpectation } from './answerBadRequest.ts';
import type { ConnectionLimits } from './limits.ts';
import { limitConnections } from './limitConnections.ts';

/** The private key and the certificate chain of a server, in PEM. */
export interface TlsOptions {
  readonly key: string | Buffer;
  readonly cert: string | Buffer;
}

export interface AppOptions {
  readonly limits: ConnectionLimits;
  readonly logger: FastifyServerOptions['logger'];
  readonly trustProxy: boolean | string | readonly string[];
  readonly tls: TlsOptions | undefined;
}

/** Maximum size of a request's headers, in bytes. A token and a key are shorter than 1 KiB. */
const MAX_HEADER_BYTES = 16_384;

/** Creates an app that reports all errors as problem+json, and limits its connections. */
export function createApp(create: typeof fastify, { limits, logger, trustProxy, tls }: AppOptions): FastifyInstance {
  const http = {
    headersTimeout: Math.min(limits.headerMs, limits.requestMs),
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    // How often the timeouts above are checked.
    connectionsCheckingInterval: Math.min(1000, Math.min(limits.headerMs, limits.requestMs) / 2),
    maxHeaderSize: MAX_HEADER_BYTES,
    // Node's own refusal is not problem+json. The host check refuses the request instead.
    requireHostHeader: false,
  };
  const options: FastifyServerOptions = {
    ...(logger === undefined ? {} : { logger }),
    // Does not wait for clients that never finish a request or never close.
    forceCloseConnections: true,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    trustProxy: Array.isArray(trustProxy) ? [...trustProxy] : (trustProxy as boolean | string),
    clientErrorHandler: answerBadRequest,
    frameworkErrors: (_error, _request, reply) => void sendProblem(new Problem('bad_request'), reply),
  };
  const secure = { ...http, ...tls, handshakeTimeout: limits.headerMs };
  // To its routes, an HTTPS server has the type of an HTTP server.
  const app = createSafely(() =>
    create(tls === undefined ? { ...options, http } : ({ ...options, https: secure } as typeof options)),
  );
  app.server.on('checkExpectation', answerExpectation);
  limitConnections(app.server, limits);
  app.setErrorHandler(sendError);
  app.setNotFoundHandler((_request, reply) => sendProblem(new Problem('not_found'), reply));
  return app;
}

/**
 * Creates the app, and translates errors: Node rejects invalid keys and certificates, and fastify invalid proxy
 * addresses.
 */
function createSafely(create: () => FastifyInstance): FastifyInstance {
  try {
    return create();
  } catch (cause) {
    throw new AntiphonError('usage_invalid', `tls or trust_proxy: ${messageOf(cause)}`, { cause });
  }
}
