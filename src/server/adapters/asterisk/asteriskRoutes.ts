import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { AudioFormat, AudioFormats } from '../../../core/protocol.ts';
import type { Caller } from '../../callers/caller.ts';
import { callerLeft } from '../../http/callerLeft.ts';
import { checkHandshake } from '../../http/checkHandshake.ts';
import { lineRoute } from '../../http/linePaths.ts';
import { joinAtOnce, registerSocketRoute, type Accept } from '../../http/lineRoutes.ts';
import type { SessionServices } from '../../http/startSession.ts';
import { validateBody } from '../../http/validate.ts';
import { Problem } from '../../problem.ts';
import { asterisk } from './asterisk.ts';
import type { AsteriskSettings } from './asteriskOptions.ts';

export interface AsteriskRoutesOptions extends Pick<SessionServices, 'calls' | 'tokens' | 'rates'> {
  readonly settings: AsteriskSettings;
}

/** Owns the sessions of these calls. No API key and no caller of `authenticate` can have this name. */
const CALLER: Caller = { name: '(asterisk)', scopes: ['sessions:start'] };

/** Rates by their text in the dial string, `v(sample_rate=8000)`. */
const RATES = { 8000: 8000, 16000: 16_000, 24000: 24_000, 48000: 48_000 } as const;
const query: z.ZodType<{ readonly sample_rate: `${keyof typeof RATES}` }> = z.object({
  sample_rate: z.enum(['8000', '16000', '24000', '48000']),
});

/** Registers `GET /v1/asterisk/media`, the WebSocket of an Asterisk that dials the agent: each starts a session. */
export function registerAsteriskRoutes(scope: FastifyInstance, options: AsteriskRoutesOptions): void {
  const { calls, rates, settings } = options;
  const password = digest(settings.password);
  const admit = async (request: FastifyRequest, reply: FastifyReply): Promise<Accept> => {
    if (!request.ws) throw new Problem('upgrade_required');
    checkHandshake(request.headers);
    if (!timingSafeEqual(digest(passwordOf(request)), password)) throw new Problem('unauthorized');
    const { sample_rate = '16000', ...custom } = paramsOf(request);
    const audio = toFormats(RATES[validateBody(query, { sample_rate }).sample_rate]);
    const wanted = { caller: CALLER, custom_data: { ...custom, provider: 'asterisk' }, audio, adapter: asterisk };
    const call = await calls.start({ ...wanted, max_duration: settings.maxDurationS }, callerLeft(reply));
    return joinAtOnce(request, call);
  };
  registerSocketRoute(scope, lineRoute(asterisk.protocol), rates, admit);
}

/** Returns what `v(...)` of the dial string has: of a name that is there twice, the last. */
function paramsOf({ url }: FastifyRequest): Readonly<Record<string, string>> {
  const at = url.indexOf('?');
  return Object.fromEntries(new URLSearchParams(at < 0 ? '' : url.slice(at)));
}

/** Returns the password of `Authorization: Basic …`; its user name does not matter. */
function passwordOf({ headers }: FastifyRequest): string {
  const encoded = /^Basic (?<encoded>[\w+/=]+)$/iu.exec(headers.authorization ?? '')?.groups?.['encoded'] ?? '';
  const text = Buffer.from(encoded, 'base64').toString();
  return text.slice(text.indexOf(':') + 1);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function toFormats(sample_rate: AudioFormat['sample_rate']): AudioFormats {
  const format = { encoding: 'pcm_s16le', sample_rate } as const;
  return { input: format, output: { ...format, frame_ms: 20 } };
}
