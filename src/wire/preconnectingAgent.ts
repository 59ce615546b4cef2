import type { Agent } from 'node:http';
import type { AgentOptions } from 'node:https';
import type * as nodeNet from 'node:net';
import { lazyBuiltin } from './lazyBuiltin.ts';

const loadNet = lazyBuiltin<typeof nodeNet>('node:net');

/** An HTTP agent that can open connections before they are needed. */
export interface PreconnectingAgent {
  /** The agent to use for requests. */
  readonly agent: Agent;
  /** Opens a connection to the host of `url`, unless one is idle or being opened. */
  preconnect(url: URL): void;
  /** Closes every connection that has no request, including those being opened. */
  closeIdle(): void;
}

type Connection = NonNullable<ReturnType<Agent['createConnection']>>;

/** The type declarations omit the options of an agent. */
type ConfiguredAgent = Agent & { readonly options?: AgentOptions };

interface Address {
  readonly host: string;
  readonly port: number;
  /** Server name for TLS. Empty for an IP address. */
  readonly servername: string;
}

/**
 * Extends `agent`: its next request to a host uses the connection that was opened ahead. Keeps a connection after its
 * request if `isKept` returns true.
 */
export function createPreconnectingAgent(agent: ConfiguredAgent, isKept: () => boolean): PreconnectingAgent {
  const ahead = new Map<string, Connection>();
  const connect = agent.createConnection.bind(agent);
  const persist = agent.keepSocketAlive.bind(agent);

  agent.createConnection = (options, callback) => {
    const key = keyOf(`${options.host}`, Number(options.port));
    const socket = ahead.get(key);
    ahead.delete(key);
    return socket === undefined || socket.destroyed ? connect(options, callback) : socket;
  };
  agent.keepSocketAlive = (socket) => isKept() && persist(socket);
  return {
    agent,
    preconnect: (url) => {
      const address = addressOf(url);
      const key = keyOf(address.host, address.port);
      const isIdle = Object.keys(agent.freeSockets).some((name) => name.startsWith(`${key}:`));
      const socket = ahead.has(key) || isIdle ? null : connect({ ...agent.options, ...address });
      if (!socket) return;
      ahead.set(key, socket);
      // A request that took the connection has its own listeners. If the connection is lost before that, the next
      // request opens its own.
      const gone = (): void => {
        if (ahead.get(key) === socket) ahead.delete(key);
      };
      socket.on('error', gone).on('close', gone);
    },
    closeIdle: () => {
      const idle = Object.values(agent.freeSockets).flatMap((sockets = []) => sockets);
      for (const socket of [...idle, ...ahead.values()]) socket.destroy();
    },
  };
}

/** Returns the prefix of the names under which agents keep connections. */
function keyOf(host: string, port: number): string {
  return `${host}:${port}`;
}

function addressOf({ protocol, hostname, port }: URL): Address {
  const standard = protocol === 'http:' ? 80 : 443;
  const host = hostname.replaceAll(/^\[|\]$/gu, '');
  return { host, port: port === '' ? standard : Number(port), servername: loadNet().isIP(host) === 0 ? host : '' };
}
