import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LineActions } from '../../../core/ports.ts';
import type { Caller } from '../../callers/caller.ts';
import { callerLeft } from '../../http/callerLeft.ts';
import { linePath } from '../../http/linePaths.ts';
import { registerLineRoute } from '../../http/lineRoutes.ts';
import { defaultFormats } from '../../http/schemas.ts';
import type { SessionServices } from '../../http/startSession.ts';
import { Problem, type ProblemCode } from '../../problem.ts';
import { isSigned } from './signature.ts';
import { twilio } from './twilio.ts';
import { createTwilioActions } from './twilioActions.ts';
import { XML } from './twiml.ts';
import { toCustomData } from './toCustomData.ts';
import type { TwilioSettings } from './twilioOptions.ts';

export interface TwilioRoutesOptions extends Pick<SessionServices, 'calls' | 'tokens' | 'rates'> {
  readonly settings: TwilioSettings;
}

/** Owns the sessions of telephone calls. No API key and no caller of `authenticate` can have this name. */
const CALLER: Caller = { name: '(twilio)', scopes: ['sessions:start'] };
const TELEPHONE = defaultFormats(twilio.capabilities.audio);
const FORM_LIMIT = 65_536;
/** Why a caller hears that the line is busy. */
const BUSY: ReadonlySet<ProblemCode> = new Set(['at_capacity', 'overloaded', 'draining']);

/**
 * Registers `POST /v1/twilio/voice`, which starts a session for a call and answers with TwiML, and the WebSocket that the TwiML
 * names, in an encapsulated scope.
 */
export function registerTwilioRoutes(scope: FastifyInstance, options: TwilioRoutesOptions): void {
  const { calls, tokens, rates } = options;
  const { authToken, maxDurationS, url } = options.settings;
  scope.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_LIMIT },
    (_request, body, done) => done(null, new URLSearchParams(body)),
  );
  scope.post('/v1/twilio/voice', async (request, reply) => {
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const signature = request.headers['x-twilio-signature'];
    if (!isSigned(signature, authToken, `${url}/v1/twilio/voice${queryOf(request)}`, form))
      return rates.refuse(request, new Problem('unauthorized'));
    const answer = await connect(form, reply).catch(refuseBusy);
    return reply.header('cache-control', 'no-store').type('text/xml; charset=utf-8').send(answer);
  });
  registerLineRoute(scope, twilio.protocol, options);

  /** Returns TwiML that connects the call to its session. */
  async function connect(form: URLSearchParams, reply: FastifyReply): Promise<string> {
    const left = callerLeft(reply);
    const line = { caller: CALLER, audio: TELEPHONE, adapter: twilio, actions: actionsOf(form, options.settings) };
    const wanted = { ...line, custom_data: toCustomData(form) };
    const call = await calls.start({ ...wanted, max_duration: maxDurationS }, left);
    void call.ended.then(() => tokens.forget(call.id));
    const token = await tokens.issue(call.id, 'line');
    const socket = `${url}${linePath(twilio.protocol, token)}`.replace(/^http/u, 'ws');
    return `${XML}<Response><Connect><Stream url="${socket}"/></Connect></Response>`;
  }
}

/** What can be done with the call of a signed request. */
function actionsOf(form: URLSearchParams, { apiUrl, authToken }: TwilioSettings): LineActions | undefined {
  const [accountSid, callSid] = [form.get('AccountSid'), form.get('CallSid')];
  if (accountSid === null || callSid === null) return undefined;
  return createTwilioActions({ apiUrl, authToken, accountSid, callSid });
}

/** Returns TwiML with which the caller hears that the line is busy. */
function refuseBusy(error: unknown): string {
  if (error instanceof Problem && BUSY.has(error.code)) return `${XML}<Response><Reject reason="busy"/></Response>`;
  throw error;
}

function queryOf({ url }: FastifyRequest): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at);
}
