import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../problems/problem.ts';
import type { Hop, HopAnswer, Hops } from './hops.ts';
import type { NodeAnswer } from './nodeClient.ts';

/** The header with the caller of a forwarded request, signed by the node that forwards it. */
export const HOP_HEADER = 'antiphon-hop';

/** The headers that a node forwards along with the body: they describe the request, and carry the caller's trace. */
const PASSED_ON = /^(?:content-type|idempotency-key|traceparent|tracestate|baggage|b3|x-b3-.*|uber-trace-id)$/u;

/** A request as it is sent to another node. */
export interface PassedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The requests that nodes forward to each other. */
export interface RequestHops {
  /** Returns the request for the node `to`, on behalf of `caller`. */
  passOn(to: string, request: FastifyRequest, caller: unknown): Promise<PassedRequest>;
  /**
   * Verifies a request that may come from another node. Resolves with undefined if it does not.
   *
   * @throws Problem `unauthorized`
   */
  take(request: FastifyRequest): Promise<Hop | undefined>;
  /** Returns whether another node has forwarded the request. */
  isHop(request: FastifyRequest): boolean;
  /** Checks the body of a request that another node has forwarded. @throws Problem `unauthorized` */
  checkBody(request: FastifyRequest): void;
  /** Returns the signature for the answer to a forwarded request; undefined for other requests. */
  signAnswer(request: FastifyRequest, answer: HopAnswer): string | undefined;
  /** Checks that a node has answered a request. @throws Error */
  checkAnswer(passed: Pick<PassedRequest, 'headers'>, answer: NodeAnswer): void;
  /**
   * Returns the signature for a forwarded WebSocket upgrade whose answer has these headers; undefined for other
   * requests.
   */
  signUpgrade(request: IncomingMessage, accepted: IncomingHttpHeaders): string | undefined;
  /** Checks that a node has accepted a WebSocket. @throws Error */
  checkUpgrade(passed: Pick<PassedRequest, 'headers'>, accepted: IncomingHttpHeaders): void;
}

/** Creates the requests for a scope with a prefix. */
export function createRequestHops(hops: Hops, prefix: string): RequestHops {
  const taken = new WeakMap<FastifyRequest, Hop>();
  const upgrades = new WeakMap<IncomingMessage, Hop>();
  const pathOf = ({ url }: FastifyRequest): string => url.slice(prefix.length);
  return {
    passOn: async (to, request, caller) => {
      const { method } = request;
      const passed = { method, path: pathOf(request), body: bodyOf(request) };
      const signature = await hops.sign(to, passed, caller);
      return { ...passed, headers: { ...headersOf(request), [HOP_HEADER]: signature } };
    },
    take: async (request) => {
      const signature = request.headers[HOP_HEADER];
      if (signature === undefined) return undefined;
      if (typeof signature !== 'string') throw new Problem('unauthorized');
      const hop = await hops.verify(signature, { method: request.method, path: pathOf(request) });
      taken.set(request, hop);
      if (request.ws) upgrades.set(request.raw, hop);
      return hop;
    },
    isHop: (request) => taken.has(request),
    checkBody: (request) => taken.get(request)?.checkBody(bodyOf(request)),
    signAnswer: (request, answer) => taken.get(request)?.signAnswer(answer),
    checkAnswer: ({ headers }, answer) => {
      const signature = headers[HOP_HEADER] ?? '';
      requireSigned(hops.isAnswered(signature, answer, answer.headers[HOP_HEADER]));
    },
    signUpgrade: (request, accepted) => upgrades.get(request)?.signAnswer(describeUpgrade(accepted)),
    checkUpgrade: ({ headers }, accepted) => {
      const signature = headers[HOP_HEADER] ?? '';
      requireSigned(hops.isAnswered(signature, describeUpgrade(accepted), accepted[HOP_HEADER]));
    },
  };
}

function requireSigned(isSigned: boolean): void {
  if (!isSigned) throw new Error('the answer is not signed by a node');
}

/** Describes the answer to an upgrade. It has no body, so the headers for the client are signed instead. */
function describeUpgrade(accepted: IncomingHttpHeaders): HopAnswer {
  const { 'sec-websocket-accept': accept, 'sec-websocket-protocol': protocol } = accepted;
  return { status: 101, body: JSON.stringify([accept, protocol]) };
}

function headersOf({ headers }: FastifyRequest): Readonly<Record<string, string>> {
  const passed = Object.entries(headers).filter(([name]) => PASSED_ON.test(name));
  return Object.fromEntries(passed.map(([name, value]) => [name, String(value)]));
}

/** Not a decorator, because the app may have one of the same name. */
const bodies = new WeakMap<FastifyRequest, string>();

/** Keeps the unparsed body, so that it can be forwarded. */
export function keepBody(request: FastifyRequest, body: string): void {
  bodies.set(request, body);
}

/** Returns the unparsed body of a request; empty if the request has none. */
export function bodyOf(request: FastifyRequest): string {
  return bodies.get(request) ?? '';
}
