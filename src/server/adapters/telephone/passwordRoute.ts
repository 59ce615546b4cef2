import { createHash, timingSafeEqual } from 'node:crypto';
import { merge, take, timer } from 'rxjs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callerLeft } from '../../http/callerLeft.ts';
import { checkHandshake } from '../../http/upgrades.ts';
import { lineRoute } from '../../protocols/linePaths.ts';
import { joinAtOnce, registerSocketRoute } from '../../http/lineRoutes.ts';
import type { Accept } from '../../http/returns.ts';
import type { SessionServices } from '../../http/startSession.ts';
import type { LiveCall } from '../../calls/call.ts';
import type { RequestHops } from '../../cluster/requestHops.ts';
import { refuse } from '../../media/attachment.ts';
import { fromSocket, type MediaSocket } from '../../media/fromSocket.ts';
import { monotonicScheduler } from '../../../time/monotonicScheduler.ts';
import { Problem } from '../../problems/problem.ts';
import type { PasswordLine } from './passwordLine.ts';
import { CALL_ID, findOrStart } from './returningLine.ts';

/** Time for the first message, in ms. */
const FIRST_MS = 5000;

export interface PasswordLineServices
  extends Pick<SessionServices, 'calls' | 'tokens' | 'rates' | 'routing' | 'takeOvers'> {
  /** The requests between nodes. @default the server is not a node */
  readonly hops?: RequestHops | undefined;
}

/**
 * Registers `GET /v1/<protocol>/media`, the WebSocket of a line. Each connection starts a session or, if the sessions
 * of this server can outlive it, returns to the session of the call that it names.
 */
export function registerPasswordRoute(
  scope: FastifyInstance,
  { adapter, settings, readQuery, actions }: PasswordLine,
  { calls, rates, routing, takeOvers, hops }: PasswordLineServices,
): void {
  const starting = new Set<string>();
  const password = digest(settings.password);
  // No API key and no caller of `authenticate` can have the owner's name.
  const caller = { name: `(${adapter.protocol})`, scopes: ['sessions:start'] } as const;
  const admit = async (request: FastifyRequest, reply: FastifyReply): Promise<Accept> => {
    if (!request.ws) throw new Problem('upgrade_required');
    checkHandshake(request.headers);
    const isHop = await isPassedOn(request, password, hops);
    const { audio, custom_data: given } = readQuery(queryOf(request));
    const custom_data = { ...given, provider: adapter.protocol };
    const max_duration = settings.maxDurationS;
    const left = callerLeft(reply);
    const start = (id?: string): Promise<LiveCall> =>
      calls.start({ id, caller, custom_data, audio, adapter, actions, max_duration, returns: id !== undefined }, left);
    const name = given[CALL_ID];
    if (takeOvers === undefined || name === undefined || adapter.capabilities.returns !== true)
      return joinAtOnce(request, await start());
    // If two WebSockets of a call arrive at once, only one is admitted.
    if (starting.has(name)) throw new Problem('session_already_connected');
    starting.add(name);
    const finding = findOrStart({ adapter, actions, custom_data, start }, { calls, routing, takeOvers });
    const call = await finding.finally(() => starting.delete(name));
    if (call === undefined) return hangUp;
    if ('elsewhere' in call) {
      if (isHop || routing === undefined) throw new Problem('session_elsewhere');
      await routing.passSocket(request, reply, call.elsewhere);
      return refusePassed;
    }
    return call.status.state === 'created' ? joinAtOnce(request, call) : (socket) => call.rejoin(socket);
  };
  registerSocketRoute(scope, lineRoute(adapter.protocol), rates, admit);
}

/**
 * Checks whether another node has forwarded the request and verified its password.
 *
 * @throws (rejects with) Problem `unauthorized`
 */
async function isPassedOn(request: FastifyRequest, password: Buffer, hops: RequestHops | undefined): Promise<boolean> {
  if ((await hops?.take(request)) !== undefined) return true;
  if (!timingSafeEqual(digest(passwordOf(request)), password)) throw new Problem('unauthorized');
  return false;
}

/** Never called, because the WebSocket is handled by another node. */
function refusePassed(socket: MediaSocket): void {
  refuse(socket, 1011);
}

/**
 * Closes the WebSocket of a line whose session has ended. Waits until the line is up, because Asterisk does not notice
 * an earlier close.
 */
function hangUp(socket: MediaSocket): void {
  merge(fromSocket(socket), timer(FIRST_MS, monotonicScheduler))
    .pipe(take(1))
    .subscribe(() => refuse(socket, 1000));
}

/** Returns the query. If a name occurs twice, the last value counts. */
function queryOf({ url }: FastifyRequest): Readonly<Record<string, string>> {
  const at = url.indexOf('?');
  return Object.fromEntries(new URLSearchParams(at < 0 ? '' : url.slice(at)));
}

/** Returns the password from `Authorization: Basic …`; the user name is ignored. */
function passwordOf({ headers }: FastifyRequest): string {
  const encoded = /^Basic (?<encoded>[\w+/=]+)$/iu.exec(headers.authorization ?? '')?.groups?.['encoded'] ?? '';
  const text = Buffer.from(encoded, 'base64').toString();
  return text.slice(text.indexOf(':') + 1);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
