import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { MediaAdapter } from '../../../core/mediaAdapter.ts';
import type { LineActions } from '../../../core/ports.ts';
import type { AudioFormats } from '../../../core/protocol.ts';
import { callerLeft } from '../../http/callerLeft.ts';
import { checkHandshake } from '../../http/checkHandshake.ts';
import { lineRoute } from '../../http/linePaths.ts';
import { joinAtOnce, registerSocketRoute, type Accept } from '../../http/lineRoutes.ts';
import type { SessionServices } from '../../http/startSession.ts';
import { Problem } from '../../problem.ts';
import type { PasswordSettings } from './passwordSettings.ts';

/** A line that opens a WebSocket for each call, with the same address and the same password. */
export interface PasswordLine {
  readonly adapter: MediaAdapter;
  readonly settings: PasswordSettings;
  /** Reads the query of the address. @throws Problem `validation_failed` */
  readonly readQuery: (query: Readonly<Record<string, string>>) => {
    readonly audio: AudioFormats;
    readonly custom_data: Readonly<Record<string, string>>;
  };
  /** What the line can do otherwise than by messages. @default nothing */
  readonly actions?: LineActions;
}

export type PasswordLineServices = Pick<SessionServices, 'calls' | 'tokens' | 'rates'>;

/** Registers `GET /v1/<protocol>/media`, the WebSocket of a line: each starts a session. */
export function registerPasswordRoute(
  scope: FastifyInstance,
  { adapter, settings, readQuery, actions }: PasswordLine,
  { calls, rates }: PasswordLineServices,
): void {
  const password = digest(settings.password);
  // No API key and no caller of `authenticate` can have the name of the owner.
  const caller = { name: `(${adapter.protocol})`, scopes: ['sessions:start'] } as const;
  const admit = async (request: FastifyRequest, reply: FastifyReply): Promise<Accept> => {
    if (!request.ws) throw new Problem('upgrade_required');
    checkHandshake(request.headers);
    if (!timingSafeEqual(digest(passwordOf(request)), password)) throw new Problem('unauthorized');
    const { audio, custom_data } = readQuery(queryOf(request));
    const wanted = { caller, custom_data: { ...custom_data, provider: adapter.protocol }, audio, adapter, actions };
    const call = await calls.start({ ...wanted, max_duration: settings.maxDurationS }, callerLeft(reply));
    return joinAtOnce(request, call);
  };
  registerSocketRoute(scope, lineRoute(adapter.protocol), rates, admit);
}

/** Of a name that is there twice, the last counts. */
function queryOf({ url }: FastifyRequest): Readonly<Record<string, string>> {
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
