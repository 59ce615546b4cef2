import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LiveCall } from '../calls/call.ts';
import type { Calls } from '../calls/calls.ts';
import { requireJoinable } from '../calls/requireJoinable.ts';
import type { Rates } from '../callers/rates.ts';
import { createMediaSocket } from '../media/createMediaSocket.ts';
import { Problem } from '../problems/problem.ts';
import type { Tokens } from '../tokens/tokens.ts';
import { checkHandshake, checkOpen, TAKES_SOCKETS } from './upgrades.ts';
import { lineRoute } from '../protocols/linePaths.ts';
import type { Accept, Returns } from './returns.ts';

export interface LineServices {
  readonly calls: Calls;
  readonly tokens: Tokens;
  readonly rates: Rates;
}

/** Checks whether the peer has signed its upgrade to the WebSocket with this token. */
export type UpgradeCheck = (headers: FastifyRequest['headers'], token: string) => boolean;

/**
 * Registers the WebSocket of a protocol whose peers can only be given an address. The address contains the token of the
 * call, which is valid once, for 60 s. An upgrade that fails the check of `isSigned` does not use up the token.
 *
 * @default `isSigned` accepts all upgrades
 */
export function registerLineRoute(
  scope: FastifyInstance,
  protocol: string,
  services: LineServices,
  isSigned: UpgradeCheck = () => true,
): void {
  registerSocketRoute<{ Params: { readonly '*': string } }>(
    scope,
    `${lineRoute(protocol)}/*`,
    services.rates,
    async (request) => {
      const token = request.params['*'];
      if (request.ws && !isSigned(request.headers, token)) throw new Problem('unauthorized');
      return admitLine(request, token, protocol, services);
    },
  );
}

/**
 * Registers a WebSocket whose URLs are secrets, so that no request is logged. `admit` returns the function that accepts
 * the socket, or rejects with the Problem that refuses the client before the upgrade.
 */
export function registerSocketRoute<Route extends object>(
  scope: FastifyInstance,
  url: string,
  rates: Rates,
  admit: (request: FastifyRequest<Route>, reply: FastifyReply) => Promise<Accept>,
): void {
  const admitted = new WeakMap<object, Accept>();
  scope.route<Route>({
    method: 'GET',
    url,
    websocket: true,
    config: TAKES_SOCKETS,
    logLevel: 'silent',
    // After all hooks of the app, so that a client that one of them refuses keeps its token.
    preHandler: async (request, reply) => {
      const admission = admit(request, reply);
      admitted.set(request.raw, await admission.catch((error: unknown) => rates.refuse(request, error)));
    },
    // Synchronous, because a frame that arrives before its listener is lost.
    handler: (socket, { raw }) => admitted.get(raw)?.(createMediaSocket(socket, raw.socket)),
  });
  // The URLs of these requests are secrets, too.
  scope.route({ method: [...OTHER_METHODS], url, logLevel: 'silent', handler: refuseMethod });
}

const OTHER_METHODS = ['DELETE', 'OPTIONS', 'PATCH', 'POST', 'PUT'] as const;

async function refuseMethod({ method }: FastifyRequest, reply: FastifyReply): Promise<void> {
  void reply.header('allow', 'GET, HEAD, OPTIONS');
  if (method !== 'OPTIONS') throw new Problem('method_not_allowed');
  await reply.code(204).send();
}

/**
 * Admits the peer of a call of this protocol by its token.
 *
 * @throws (rejects with) Problem `upgrade_required`, `bad_request`, and the problems of tokens and calls
 */
export async function admitLine(
  request: FastifyRequest,
  token: string | undefined,
  protocol: string,
  { calls, tokens }: LineServices,
): Promise<Accept> {
  if (!request.ws) throw new Problem('upgrade_required');
  checkHandshake(request.headers);
  const claims = await tokens.verify(token, undefined, ['line']);
  // No `await` from here on: only one of two clients with the same token is admitted.
  checkOpen(request);
  tokens.assertUnused(claims);
  const found = findOf(protocol, calls.findLive(claims.sessionId));
  if (found !== undefined && hasBeenJoined(found)) {
    tokens.spend(claims);
    return (socket) => found.rejoin(socket);
  }
  const call = requireJoinable(found);
  call.admit();
  tokens.spend(claims);
  return (socket) => call.join(socket);
}

/**
 * Admits a client by the token of its session, in which it may have been before.
 *
 * @throws (rejects with) the problems of `admitLine`, and the errors of `Returns`
 */
export async function admitReturning(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string | undefined,
  protocol: string,
  { calls, tokens, returns }: LineServices & { readonly returns: Returns },
): Promise<Accept> {
  if (!request.ws) throw new Problem('upgrade_required');
  checkHandshake(request.headers);
  await returns.takeLost(token, reply);
  const claims = await tokens.verify(token, tokens.sessionOf(token), ['line', 'resume']);
  const invitation = await returns.invite(claims.sessionId);
  // No `await` from here on: only one of two clients with the same token is admitted.
  checkOpen(request);
  return returns.enter(findOf(protocol, calls.findLive(claims.sessionId)), claims, invitation);
}

/**
 * Admits a client to the call that its own request has started, which nobody else can join.
 *
 * @throws Problem `bad_request`
 */
export function joinAtOnce(
  request: FastifyRequest,
  call: LiveCall,
  accept: () => Accept = () => admitFirst(call),
): Accept {
  try {
    checkOpen(request);
  } catch (error) {
    call.close('disconnected');
    throw error;
  }
  return accept();
}

function admitFirst(call: LiveCall): Accept {
  call.admit();
  return (socket) => call.join(socket);
}

/** Checks whether the line of a call is returning: its carrier was given another token. */
function hasBeenJoined({ isResumable, status }: LiveCall): boolean {
  return isResumable && (status.state === 'disconnected' || status.state === 'active');
}

function findOf(protocol: string, call: LiveCall | undefined): LiveCall | undefined {
  if (call !== undefined && call.protocol !== protocol) throw new Problem('token_invalid');
  return call;
}
