import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Address } from '../../addresses/address.ts';
import type { LiveCall } from '../../calls/call.ts';
import { bearerOf, type Caller } from '../../callers/caller.ts';
import type { Identification } from '../../callers/requestCaller.ts';
import { callerLeft } from '../../http/callerLeft.ts';
import { defaultFormats } from '../../protocols/formats.ts';
import { validateBody } from '../../problems/validate.ts';
import type { SessionServices } from '../../http/startSession.ts';
import { Problem } from '../../problems/problem.ts';
import type { RtcServices } from '../../webrtc/connectCall.ts';
import { checkWanted } from './checkWanted.ts';
import { realtime } from './realtime.ts';
import type { RealtimeSettings } from './realtimeOptions.ts';

export interface RealtimeRoutesOptions extends SessionServices {
  readonly settings: RealtimeSettings;
  readonly identification: Identification;
  readonly address: Address;
  /** Undefined if the server does not accept WebRTC clients. */
  readonly webrtc: RtcServices | undefined;
}

export const REALTIME_PATH = '/v1/realtime';

/** Prefix of client secrets, which are session tokens. */
const SECRET_PREFIX = 'ek_';

/** Checks whether a credential is a client secret rather than an API key. */
export function isSecret(credential: string | undefined): boolean {
  return credential?.startsWith(SECRET_PREFIX) === true;
}

/**
 * Refuses a client secret where an API key is required. Use it as an `onRequest` hook.
 *
 * @throws (rejects with) Problem `unauthorized`
 */
export async function refuseSecret(request: FastifyRequest): Promise<void> {
  if (isSecret(bearerOf(request))) throw new Problem('unauthorized', [], undefined, NO_KEY);
}

const NO_KEY = 'Expected an API key, got a client secret, which can only join its session.';

const AUDIO = defaultFormats(realtime.capabilities.audio);

/** The session fields that are passed to `configure_session`. */
export interface Wanted {
  readonly model?: string | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

export const wantedSession: z.ZodType<Wanted> = z.looseObject({
  model: z.string().max(256).optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
});

const query: z.ZodType<Pick<Wanted, 'model'>> = z.object({ model: z.string().max(256).optional() });

/** Reads the model from a query, which may contain other fields. @throws Problem `invalid_request` */
export function readQuery(fields: unknown): Pick<Wanted, 'model'> {
  return validateBody(query, fields);
}

/** Starts the session of a client. @throws (rejects with) Problem `rate_limited`, and the errors of `Calls` */
export async function startRealtime(
  caller: Caller,
  wanted: Wanted,
  reply: FastifyReply,
  { calls, rates, settings, takeOvers }: RealtimeRoutesOptions,
): Promise<LiveCall> {
  checkWanted(wanted);
  rates.countStart(caller);
  const { model, metadata = {} } = wanted;
  const custom_data = { provider: 'realtime', ...(model === undefined ? {} : { model }), metadata };
  const { maxDurationS: max_duration, updates } = settings;
  const returns = takeOvers !== undefined;
  const request = { caller, custom_data, audio: AUDIO, adapter: realtime, updates, returns, max_duration };
  return calls.start(request, callerLeft(reply));
}

/** The body of `POST /v1/realtime/client_secrets`. */
export interface SecretRequest {
  readonly session?: Wanted | undefined;
}

export const secretRequest: z.ZodType<SecretRequest> = z.object({
  expires_after: z
    .object({ anchor: z.literal('created_at').optional(), seconds: z.int().min(10).max(7200).optional() })
    .optional(),
  session: wantedSession.optional(),
});
