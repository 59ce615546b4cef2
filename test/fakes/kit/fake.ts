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

/** What a client asked at the door: a request, or an upgrade. */
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

/** The server's side of one socket. Once it is closed, what is sent is dropped. */
export interface FakeSocket {
  /** A protocol frame without a result in it. */
  send(frame: string | Uint8Array): void;
  /**
   * A frame that carries a transcript or audio: troubles strike here. Bytes are audio, and may be cut; where audio does not
   * travel bare, `wrap` makes a frame of each piece.
   */
  sendResult(frame: string): void;
  sendResult(audio: Uint8Array, wrap?: (piece: Uint8Array) => string | Uint8Array): void;
  close(code: number, reason?: string): void;
  /** The client broke the protocol. */
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
  /** It carries neither transcript nor audio: no trouble strikes it. */
  readonly plain?: boolean;
}

/** A vendor's server: strict about everything that comes. */
export interface FakeVendor {
  /** What is wrong with a door, one line each: path, method, headers, parameters, body. A faulty door is answered with 400. */
  validate(request: ClientRequest): readonly string[];
  /** How this vendor refuses: 401, 429 … body and headers in its own shape. */
  refuse(status: number): FakeReply;
  /** One per socket. */
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
  /** What clients did wrong. */
  readonly violations: readonly string[];
  /** Emits each fault when it is found. */
  readonly violation: Observable<string>;
  /** How many sockets and requests are open. A connection that waits for a further request does not count. */
  readonly open: number;
  /** Resolves as soon as nothing is open, nor about to be. */
  idle(): Promise<void>;
  /** From now on no message is sent; pings are answered. */
  mute(): void;
  /** Ends whatever is open. */
  close(): Promise<void>;
}

export interface FakeOptions {
  readonly tls?: boolean;
  readonly fault?: InjectedFault | undefined;
}

/** A vendor's server on a port of its own on 127.0.0.1. */
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
