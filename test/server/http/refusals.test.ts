import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { VirtualTimeScheduler } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { signJambonz } from '../../../src/server/adapters/jambonz/jambonzSignature.ts';
import { sign } from '../../../src/server/adapters/twilio/signature.ts';
import type { Operation } from '../../../src/server/docs/openApiDocument.ts';
import { drain } from '../../../src/server/life/drains.ts';
import type { AntiphonOptions } from '../../../src/server/plugin.ts';
import { FORM, nowS, SECRET, WEBHOOKS } from '../adapters/telephone/carrierWebhooks.ts';
import { agentWith, appWith, problemIn } from '../support.ts';
import { createRtcDouble, OFFER } from '../webrtc/double.ts';
import { codesOf, DESCRIBED } from './documented.ts';

const HOST = 'voice.example.com';
const WEBHOOK_SECRET = 'wh_secret_7Yt';

/** Clients of all protocols. */
const PEERS: Partial<AntiphonOptions> = {
  public_url: `https://${HOST}`,
  realtime: {},
  rtvi: {},
  jambonz: { webhook_secret: WEBHOOK_SECRET },
  twilio: { auth_token: SECRET },
  ...WEBHOOKS['plivo']?.options,
  ...WEBHOOKS['telnyx']?.options,
  ...WEBHOOKS['vonage']?.options,
};

interface Request extends InjectOptions {
  readonly method: 'DELETE' | 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string;
}

const host = { host: HOST };
const json = { ...host, 'content-type': 'application/json' };
const sdp = { ...host, 'content-type': 'application/sdp' };

const get = (url: string): Request => ({ method: 'GET', url, headers: host });
const ask = (url: string, payload = '{}', headers: Request['headers'] = json): Request => ({
  method: 'POST',
  url,
  headers,
  payload,
});

/** A carrier's request at an address. */
async function dial(protocol: string, url: string): Promise<Request> {
  const address = `https://${HOST}${url}`;
  const webhook = WEBHOOKS[protocol];
  if (webhook !== undefined) {
    const signed = await webhook.sign(webhook.body, address, nowS());
    return ask(url, webhook.body, { ...host, ...signed });
  }
  if (protocol === 'jambonz') {
    const body = '{"call_sid":"c1","customerData":{"antiphon_transfer":"+15550003"}}';
    return ask(url, body, { ...json, 'jambonz-signature': signJambonz(WEBHOOK_SECRET, body, nowS()) });
  }
  const form = new URLSearchParams({ CallSid: 'CA1' });
  const signature = sign(SECRET, address, form);
  return ask(url, `${form}`, { ...host, 'content-type': FORM, 'x-twilio-signature': signature });
}

/** A good request for an operation, in a session `id`. */
function requestFor(operation: string, path: string, id: string): Request | Promise<Request> {
  const url = path.replace('{id}', id);
  const [verb, protocol = ''] = operation.split('_');
  if (verb === 'answer' || verb === 'transfer') return dial(protocol, url);
  switch (operation) {
    case 'connectSession':
    case 'createRealtimeCall':
      return ask(url, OFFER, sdp);
    case 'endSession':
    case 'leaveSession':
      return { method: 'DELETE', url, headers: host };
    case 'hangUpRealtimeCall':
      return ask(url, '', host);
    default:
      return 'post' in (DESCRIBED.paths[path] ?? {}) ? ask(url) : get(url);
  }
}

/** What makes the server refuse a request. */
interface Cause {
  readonly options?: Partial<AntiphonOptions>;
  /** Happens before the request. */
  readonly before?: (app: FastifyInstance, request: Request) => unknown;
  readonly change?: (request: Request) => Request;
  /** Happens while the server is at the request. */
  readonly during?: (scheduler: VirtualTimeScheduler) => Promise<void>;
}

const withHeaders =
  (headers: Readonly<Record<string, string>>) =>
  (request: Request): Request => ({ ...request, headers: { ...request.headers, ...headers } });
const withBody =
  (payload: string) =>
  (request: Request): Request => ({ ...request, payload });
const forever = (): Promise<never> => new Promise(() => undefined);

const SIGNATURES = [
  'authorization',
  'jambonz-signature',
  'telnyx-signature-ed25519',
  'x-plivo-signature-v3',
  'x-twilio-signature',
];
/** Takes away what a request is known by. */
const anonymous = (request: Request): Request => ({
  ...request,
  headers: Object.fromEntries(Object.entries(request.headers).filter(([name]) => !SIGNATURES.includes(name))),
});
const nobody: Partial<AntiphonOptions> = { authenticate: () => undefined };
const caller = { name: 'shop', scopes: ['sessions:start'] } as const;
const inject = (app: FastifyInstance, request: Request): Promise<LightMyRequestResponse> => app.inject({ ...request });

/** `configure_session` never returns. */
function createHanging(): Cause {
  let begin = (): void => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const configure_session = (): Promise<never> => {
    begin();
    return forever();
  };
  return {
    options: { agent: agentWith({ configure_session }) },
    during: async (scheduler) => {
      await begun;
      scheduler.maxFrames = 10_000;
      scheduler.flush();
    },
  };
}

const CAUSES: Readonly<Record<string, () => Cause>> = {
  invalid_json: () => ({ change: withBody('{') }),
  unauthorized: () => ({ options: nobody, change: anonymous }),
  forbidden: () => ({ options: { authenticate: () => ({ name: 'shop', scopes: [] }) } }),
  host_not_allowed: () => ({ change: withHeaders({ host: 'evil.example' }) }),
  origin_not_allowed: () => ({ change: withHeaders({ origin: 'https://evil.example' }) }),
  session_not_found: () => ({
    change: (request) => ({ ...request, url: request.url.replace(/ses_[^/]+/u, 'ses_none') }),
  }),
  payload_too_large: () => ({ change: withBody('x'.repeat(70_000)) }),
  unsupported_media_type: () => ({ change: withHeaders({ 'content-type': 'text/x' }) }),
  config_invalid: () => ({ options: { agent: agentWith({ configure_session: () => ({}) as never }) } }),
  handler_failed: () => ({
    options: {
      agent: agentWith({
        configure_session: () => {
          throw new Error('no');
        },
      }),
    },
  }),
  rate_limited: () => ({
    options: { ...nobody, max_unauthenticated_per_minute: 1 },
    before: (app, request) => inject(app, anonymous(request)),
    change: anonymous,
  }),
  key_concurrency_exceeded: () => ({
    options: { authenticate: () => ({ ...caller, max_sessions: 1 }) },
    before: (app) => inject(app, ask('/v1/sessions')),
  }),
  at_capacity: () => ({ options: { max_sessions: 1 }, before: (app) => inject(app, ask('/v1/sessions')) }),
  draining: () => ({ before: (app) => void drain(app) }),
  internal: () => ({
    options: {
      authenticate: () => {
        throw new Error('no');
      },
    },
  }),
  authenticate_timeout: () => ({ options: { authenticate: forever, authenticate_timeout: 0.1 } }),
  configure_timeout: createHanging,
};

/** Where the other codes are provoked, for whatever operation describes them. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  bad_request: 'test/server/adapters, of what a carrier signs and does not mean',
  directory_unavailable: 'test/server/cluster/routing.test.ts',
  idempotency_conflict: 'test/server/idempotency/http.test.ts',
  idempotency_key_invalid: 'test/server/idempotency/http.test.ts',
  idempotency_key_reused: 'test/server/idempotency/http.test.ts',
  invalid_request: 'test/server/sessions.test.ts, test/server/webrtc/routes.test.ts, test/server/adapters',
  node_unavailable: 'test/server/cluster/routing.test.ts',
  overloaded: 'test/server/admission/admission.test.ts',
  provider_unavailable: 'test/server/problems/toProblem.test.ts',
  session_already_connected: 'test/server/joining.test.ts',
  session_ended: 'test/server/joining.test.ts, test/server/webrtc/routes.test.ts',
  token_expired: 'test/server/refusedTokens.test.ts',
  token_invalid: 'test/server/refusedTokens.test.ts, test/server/webrtc/routes.test.ts',
  token_used: 'test/server/refusedTokens.test.ts, test/server/webrtc/routes.test.ts',
  webrtc_not_available: 'test/server/adapters/realtime/calls.test.ts',
};

/** They ask no `authenticate`, so that it cannot fail: `internal` is then a fault of this package. */
const WITHOUT_CALLERS = /^(?:answer_|transfer_|connectSession$)/u;

interface Described {
  readonly path: string;
  readonly operation: Operation;
}

const OPERATIONS: readonly Described[] = Object.entries(DESCRIBED.paths).flatMap(([path, item]) =>
  [item.get, item.post, item.delete]
    .filter((operation) => operation !== undefined)
    // What a client is refused with before its upgrade is in test/server/joining.test.ts.
    .filter(({ operationId }) => operationId !== 'joinSession')
    .map((operation) => ({ path, operation })),
);

/** Returns the code with which a request is refused. */
async function provoke({ path, operation }: Described, cause: Cause): Promise<unknown> {
  const { options = {}, before, change = (request: Request) => request, during } = cause;
  const { authenticate = () => caller } = options;
  const scheduler = new VirtualTimeScheduler();
  let isBefore = true;
  const app = await appWith({
    ...PEERS,
    webrtc: createRtcDouble().webrtc,
    ...(during && { scheduler }),
    ...options,
    // The session that the request is about was started before.
    authenticate: (...request) => (isBefore ? caller : authenticate(...request)),
  });
  const id = path.includes('{id}') ? (await inject(app, ask('/v1/sessions'))).json().session_id : '';
  isBefore = false;
  const request = await requestFor(operation.operationId, path, id);
  await before?.(app, request);
  const answer = inject(app, change(request));
  await during?.(scheduler);
  return problemIn(await answer).code;
}

describe.each(OPERATIONS)('$operation.operationId', (described) => {
  const { operationId } = described.operation;
  const codes = codesOf(described.operation);
  const isProvoked = (code: string): boolean =>
    code in CAUSES && !(code === 'internal' && WITHOUT_CALLERS.test(operationId));

  it('is refused as it says, and with no code that nothing provokes', () => {
    const others = codes.filter((code) => !(code in CAUSES) && !(code in ELSEWHERE));
    expect(others).toEqual([]);
  });

  it.each(codes.filter(isProvoked))('%s', async (code) => {
    expect(await provoke(described, CAUSES[code]?.() ?? {})).toBe(code);
  });
});
