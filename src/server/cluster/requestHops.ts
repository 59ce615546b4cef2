import type { FastifyRequest } from 'fastify';
import { Problem } from '../problem.ts';
import type { Hop, HopAnswer, Hops } from './hops.ts';
import type { NodeAnswer } from './nodeClient.ts';
import { bodyOf } from './requestBodies.ts';

/** Says who makes a request that a node has passed on, signed by that node. */
export const HOP_HEADER = 'antiphon-hop';

/** What of a request a node passes on besides its body: what it is, and the trace of its caller. */
const PASSED_ON = /^(?:content-type|idempotency-key|traceparent|tracestate|baggage|b3|x-b3-.*|uber-trace-id)$/u;

/** A request as it is sent to another node. */
export interface PassedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The requests that nodes pass on to each other. */
export interface RequestHops {
  /** Returns the request for the node `to`. `caller`: who makes it. */
  passOn(to: string, request: FastifyRequest, caller: unknown): Promise<PassedRequest>;
  /** Takes a request that may come from another node. Resolves with undefined if it does not. @throws Problem `unauthorized` */
  take(request: FastifyRequest): Promise<Hop | undefined>;
  /** Returns whether another node has passed the request on. */
  isHop(request: FastifyRequest): boolean;
  /** Checks the body of a request that another node has passed on. @throws Problem `unauthorized` */
  checkBody(request: FastifyRequest): void;
  /** Returns the signature of the answer to a request that another node has passed on; undefined for another request. */
  signAnswer(request: FastifyRequest, answer: HopAnswer): string | undefined;
  /** Checks that a node has answered a request. @throws Error */
  checkAnswer(passed: Pick<PassedRequest, 'headers'>, answer: NodeAnswer): void;
}

/** Creates the requests of a scope with a prefix. */
export function createRequestHops(hops: Hops, prefix: string): RequestHops {
  const taken = new WeakMap<FastifyRequest, Hop>();
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
      return hop;
    },
    isHop: (request) => taken.has(request),
    checkBody: (request) => taken.get(request)?.checkBody(bodyOf(request)),
    signAnswer: (request, answer) => taken.get(request)?.signAnswer(answer),
    checkAnswer: ({ headers }, answer) => {
      const signature = headers[HOP_HEADER] ?? '';
      if (!hops.isAnswered(signature, answer, answer.headers[HOP_HEADER]))
        throw new Error('the answer is not signed by a node');
    },
  };
}

function headersOf({ headers }: FastifyRequest): Readonly<Record<string, string>> {
  const passed = Object.entries(headers).filter(([name]) => PASSED_ON.test(name));
  return Object.fromEntries(passed.map(([name, value]) => [name, String(value)]));
}
