import type { FastifyRequest } from 'fastify';
import type { SchedulerLike } from 'rxjs';
import type { NodeRegistration } from '../../../src/core/sessionDirectory.ts';
import type { LiveCall } from '../../../src/server/calls/call.ts';
import type { Calls } from '../../../src/server/calls/calls.ts';
import type { TakeOvers } from '../../../src/server/checkpoints/takeOver.ts';
import type { Carrier } from '../../../src/server/adapters/telephone/carrier.ts';
import { createCarrierStarts } from '../../../src/server/adapters/telephone/carrierStarts.ts';
import { comeBack, type AskingCall, type ReturnServices } from '../../../src/server/adapters/telephone/comeBack.ts';
import { twilio } from '../../../src/server/adapters/twilio/twilio.ts';
import { parsePublicUrl } from '../../../src/server/addresses/publicUrl.ts';
import type { ClusterNode } from '../../../src/server/cluster/clusterNode.ts';
import { NodeAnswer } from '../../../src/server/cluster/nodeClient.ts';
import { createQuotas } from '../../../src/server/callers/quotas.ts';
import { createIdempotentStarts } from '../../../src/server/idempotency/idempotentStarts.ts';
import { createRouting } from '../../../src/server/cluster/routing.ts';
import { Problem } from '../../../src/server/problems/problem.ts';

/** What a carrier asks a node when the WebSocket of a call is closed. */
export interface Asked {
  readonly session: string;
  readonly attempt: number;
  /** Names the call. */
  readonly call: string;
}

/** What it answers: a WebSocket on a node, with the session that it leads to; ask again; or hang up. */
export type LineAnswer =
  | { readonly connect: string; readonly session: string }
  | { readonly attempt: number }
  | { readonly hangUp: true };

/** The protocol of lines, and the key that their sessions count for. */
export const LINE: { readonly protocol: string; readonly key: string } = {
  protocol: twilio.protocol,
  key: `(${twilio.protocol})`,
};

const PUBLIC = 'https://voice.example.com';

const carrier: Carrier = {
  adapter: twilio,
  label: 'Twilio',
  settings: { url: PUBLIC, maxDurationS: 3600, maxStartsPerMinute: 600, maxShare: 1 },
  isSigned: () => true,
  readCall: () => ({}),
  connect: (socketUrl, _call, returnUrl = '') => {
    const { hostname } = new URL(socketUrl);
    return write({ connect: hostname, session: new URL(returnUrl).searchParams.get('session') ?? '' });
  },
  returning: {
    key: 'call_sid',
    ask: (url) => write({ attempt: Number(new URL(url).searchParams.get('attempt')) }),
    hangUp: write({ hangUp: true }),
  },
  busy: undefined,
  contentType: 'application/json',
};

function write(answer: LineAnswer): string {
  return JSON.stringify(answer);
}

/** What the routes of lines need of the calls of a node. */
export type LineCalls = Pick<Calls, 'start' | 'takeOver' | 'findLive' | 'find' | 'refusal'>;

export interface LineServiceOptions {
  readonly node: {
    readonly id: string;
    readonly registration: NodeRegistration;
    readonly takeOvers: TakeOvers;
    readonly calls: LineCalls;
  };
  readonly scheduler: SchedulerLike;
  /** Passes a request on to another node. Rejects if it is dead. */
  readonly pass: (node: string, asked: Asked) => Promise<string>;
}

/** Creates what answers carriers at a node, as its servers do. `isHop`: another node has passed the request on. */
export function createLineService({
  node,
  scheduler,
  pass,
}: LineServiceOptions): (asked: Asked, isHop: boolean) => Promise<string> {
  const requests = new WeakMap<object, Asked>();
  const hops = {
    isHop: (request: object) => !requests.has(request),
    passOn: async (_to: string, request: object) => {
      const body = JSON.stringify(requests.get(request));
      return { method: 'POST', path: '/return', headers: {}, body };
    },
    checkAnswer: () => undefined,
  };
  const send = async ({ url, body }: { readonly url: string; readonly body: string }): Promise<NodeAnswer> => {
    const answer = await pass(new URL(url).hostname, JSON.parse(body) as Asked).catch(toAnswer);
    return typeof answer === 'string' ? new NodeAnswer(200, {}, Buffer.from(answer)) : answer;
  };
  const routing = createRouting({
    node: { id: node.id, registration: node.registration } as ClusterNode,
    hops: hops as never,
    client: { send } as never,
    sockets: undefined as never,
  });
  const { calls, takeOvers } = node;
  const tokens = { issue: async (session: string) => session };
  const nodeUrl = parsePublicUrl(`http://${node.id}`);
  const starting = {
    starts: createIdempotentStarts(scheduler),
    rates: { countStart: () => undefined },
    places: createQuotas(),
    maxSessions: Number.MAX_SAFE_INTEGER,
  };
  const served = { calls, takeOvers, tokens, routing, nodeUrl, scheduler, ...starting } as never as ReturnServices;
  const services: ReturnServices = { ...served, carrierStarts: createCarrierStarts(carrier, served) };
  return async ({ session, attempt, call }, isHop) => {
    const request = {} as FastifyRequest;
    if (!isHop) requests.set(request, { session, attempt, call });
    const { signal: left } = new AbortController();
    const asking: AskingCall = { session, attempt, call: { call_sid: call }, request, left, isHop };
    const answer = await comeBack(carrier, asking, services);
    return answer instanceof NodeAnswer ? answer.body.toString() : answer;
  };
}

/** What a node answers that cannot answer; one that is dead does not. */
function toAnswer(error: unknown): NodeAnswer {
  if (!(error instanceof Problem)) throw error;
  const body = Buffer.from(JSON.stringify({ code: error.code }));
  return new NodeAnswer(503, { 'content-type': 'application/problem+json' }, body);
}

const NEVER_ENDED = new Promise<void>(() => {});

/** The call of a session that runs. */
export function describeCall(id: string, call: string): LiveCall {
  const described = {
    id,
    status: { state: 'active' },
    protocol: LINE.protocol,
    custom_data: { call_sid: call },
    ended: NEVER_ENDED,
  };
  return described as unknown as LiveCall;
}
