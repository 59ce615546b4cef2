import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as passed } from 'node:timers/promises';
import { Subject } from 'rxjs';
import { WebSocketServer } from 'ws';
import { parseRequest, parseUpgrade } from './request.ts';
import type { ClientRequest, FakeConnection, FakeReply, FakeSocket, FakeVendor, LoggedFrame } from './fake.ts';
import type { FaultInjector } from './faultInjector.ts';
import { refuseUpgrade, sendReply } from './reply.ts';
import { SLOW_MS, runConnection } from './connection.ts';

/** The requests and frames of a server. */
export interface ServerLog {
  readonly requests: ClientRequest[];
  readonly log: LoggedFrame[];
  readonly violations: string[];
  /** Emits each violation when it is found. */
  readonly violation: Subject<string>;
}

interface HandlerContext {
  readonly vendor: FakeVendor;
  readonly injector: FaultInjector;
  readonly records: ServerLog;
}

/** Handles requests and upgrades, and logs them. */
export function handleRequests(server: Server, vendor: FakeVendor, injector: FaultInjector): ServerLog {
  const records: ServerLog = { requests: [], log: [], violations: [], violation: new Subject() };
  records.violation.subscribe((fault) => records.violations.push(fault));
  const context = { vendor, injector, records };
  server.on('request', (incoming: IncomingMessage, response: ServerResponse) => {
    handleRequest(incoming, response, context).catch((error: unknown) => {
      if (!response.destroyed) records.violation.next(`request ${incoming.url ?? ''}: ${String(error)}`);
      response.destroy();
    });
  });
  server.on('upgrade', createUpgradeHandler(context));
  return records;
}

async function handleRequest(
  incoming: IncomingMessage,
  response: ServerResponse,
  context: HandlerContext,
): Promise<void> {
  const { vendor, injector, records } = context;
  if (injector.isSlow) await passed(SLOW_MS);
  const request = parseRequest(incoming, await buffer(incoming));
  const refused = findRefusal(request, context);
  if (refused !== null) return sendReply(response, refused);
  const reply = await vendor.answer?.(request, (what) => records.violation.next(`request ${request.path}: ${what}`));
  if (reply !== undefined) await sendReply(response, reply, injector);
}

function createUpgradeHandler(
  context: HandlerContext,
): (incoming: IncomingMessage, socket: Duplex, head: Buffer) => void {
  const { vendor, injector, records } = context;
  const upgrades = new WebSocketServer({ noServer: true, perMessageDeflate: false, autoPong: false });
  let connections = 0;
  return (incoming, socket, head) => {
    const request = parseUpgrade(incoming);
    const refused = findRefusal(request, context);
    const refuseSocket = isStatusOfVendor(refused) ? vendor.refuseSocket : undefined;
    if (refused !== null && refuseSocket === undefined) return refuseUpgrade(socket, refused);
    upgrades.handleUpgrade(incoming, socket, head, (webSocket) => {
      const connection = connections++;
      const connect = (side: FakeSocket): FakeConnection | undefined => {
        if (refused === null) return vendor.connect?.(side, request);
        refuseSocket?.(side, refused.status);
        return undefined;
      };
      runConnection(webSocket, connect, {
        injector,
        reportViolation: (what) => records.violation.next(`connection ${connection}: ${what}`),
        log: (from, frame) => records.log.push({ connection, from, frame }),
      });
    });
  };
}

/** Returns whether a request was refused that breaks no rule. */
function isStatusOfVendor(refused: FakeReply | null): boolean {
  return refused !== null && refused.status !== VIOLATION;
}

/** The status of a request that breaks a rule. */
const VIOLATION = 400;

/** Finds the refusal of a request; null if it is accepted. */
function findRefusal(request: ClientRequest, { vendor, injector, records }: HandlerContext): FakeReply | null {
  records.requests.push(request);
  const served = request.kind === 'upgrade' ? vendor.connect : vendor.answer;
  const wrong = served === undefined ? [`there is no ${request.kind} here`] : vendor.validate(request);
  for (const what of wrong) records.violation.next(`${request.kind} ${request.method} ${request.path}: ${what}`);
  if (wrong.length > 0) return { status: VIOLATION, body: wrong.join('\n') };
  const own = vendor.refusalOf?.(request) ?? null;
  if (own !== null) return vendor.refuse(own);
  return injector.refusal((status) => vendor.refuse(status));
}
