import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Observable } from 'rxjs';
import type { InjectedFault } from '../../../src/testing/contracts/injectedFault.ts';
import { createCertificate } from './certificate.ts';
import { createFaultInjector } from './faultInjector.ts';
import { handleRequests } from './requestHandler.ts';
import { trackConnections } from './openConnections.ts';

export type { InjectedFault } from '../../../src/testing/contracts/injectedFault.ts';

/** A request of a client, or its upgrade to a WebSocket. */
export interface ClientRequest {
  readonly kind: 'request' | 'upgrade';
  readonly method: string;
  readonly path: string;
  readonly query: readonly (readonly [name: string, value: string])[];
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Empty for upgrades. */
  readonly body: Uint8Array;
}

/** The server's side of one socket. Once it is closed, frames are dropped. */
export interface FakeSocket {
  /** Sends a frame without transcript or audio. */
  send(frame: string | Uint8Array): void;
  /**
   * Sends a transcript or audio, where the injected fault applies. Bytes are audio and may be split; `wrap` makes a frame of
   * each piece.
   */
  sendResult(frame: string): void;
  sendResult(audio: Uint8Array, wrap?: (piece: Uint8Array) => string | Uint8Array): void;
  close(code: number, reason?: string): void;
  /** Reports that the client broke the protocol. */
  reportViolation(what: string): void;
}

export interface FakeConnection {
  onFrame(frame: string | Uint8Array): void;
  onClose?(): void;
}

export interface FakeReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | AsyncIterable<Uint8Array>;
  /** True if it carries neither transcript nor audio: the injected fault does not apply. */
  readonly plain?: boolean;
}

/** A vendor's server, which checks everything that it receives. */
export interface FakeVendor {
  /** Finds violations in a request: path, method, headers, parameters, body. A request with any is answered with 400. */
  validate(request: ClientRequest): readonly string[];
  /** Finds the status with which a request is refused that breaks no rule, as of a token that has expired; null: none. */
  refusalOf?(request: ClientRequest): number | null;
  /** Creates the vendor's refusal with a status such as 401 or 429. */
  refuse(status: number): FakeReply;
  /** Refuses a client on its open socket, in the place of `refuse`. */
  refuseSocket?(socket: FakeSocket, status: number): void;
  /** Called for each socket. */
  connect?(socket: FakeSocket, request: ClientRequest): FakeConnection;
  answer?(request: ClientRequest, fault: (what: string) => void): FakeReply | Promise<FakeReply>;
}

/** One frame of a socket; connections are numbered 0, 1, 2 … in the order in which they were opened. */
export interface LoggedFrame {
  readonly connection: number;
  readonly from: 'client' | 'server';
  readonly frame: string | Uint8Array;
}

export interface FakeServer {
  /** `http://127.0.0.1:port`, or `https:` with TLS. */
  readonly origin: string;
  /** PEM of the self-signed certificate, with TLS. */
  readonly certificate: string | null;
  readonly requests: readonly ClientRequest[];
  readonly log: readonly LoggedFrame[];
  /** The violations found. */
  readonly violations: readonly string[];
  /** Emits each violation when it is found. */
  readonly violation: Observable<string>;
  /** Number of open sockets and requests, without idle HTTP connections. */
  readonly open: number;
  /** Resolves once nothing is open or about to be. */
  idle(): Promise<void>;
  /** Sends no further message; pings are answered. */
  mute(): void;
  /** Ends all connections. */
  close(): Promise<void>;
}

export interface FakeOptions {
  readonly tls?: boolean;
  readonly fault?: InjectedFault | undefined;
}

/** Starts a vendor's server on a free port of 127.0.0.1. */
export async function startFake(vendor: FakeVendor, { tls = false, fault }: FakeOptions = {}): Promise<FakeServer> {
  const certificate = tls ? createCertificate() : null;
  const server = certificate === null ? createHttpServer() : createHttpsServer({ ...certificate });
  const connections = trackConnections(server);
  const injector = createFaultInjector(fault);
  const { requests, log, violations, violation } = handleRequests(server, vendor, injector);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    certificate: certificate?.cert ?? null,
    requests,
    log,
    violations,
    violation,
    get open() {
      return connections.count();
    },
    idle: connections.idle,
    mute: () => injector.mute(),
    close: connections.close,
  };
}
