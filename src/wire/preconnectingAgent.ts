import type { Agent } from 'node:http';
import type { AgentOptions } from 'node:https';
import { isIP } from 'node:net';

/** An HTTP agent whose connections can be opened before there is a request for them. */
export interface PreconnectingAgent {
  /** For requests. */
  readonly agent: Agent;
  /** Opens a connection to the host of `url`, unless one is idle or being opened. */
  preconnect(url: URL): void;
  /** Closes every connection without a request, also those that are being opened. */
  closeIdle(): void;
}

type Connection = NonNullable<ReturnType<Agent['createConnection']>>;

/** The declarations leave out what an agent was made with. */
type ConfiguredAgent = Agent & { readonly options?: AgentOptions };

interface Address {
  readonly host: string;
  readonly port: number;
}

/**
 * Extends `agent`: its next request to a host takes the connection that was opened ahead. `isKept` tells whether a connection
 * is kept when its request is over.
 */
export function createPreconnectingAgent(agent: ConfiguredAgent, isKept: () => boolean): PreconnectingAgent {
  const ahead = new Map<string, Connection>();
  const connect = agent.createConnection.bind(agent);
  const persist = agent.keepSocketAlive.bind(agent);

  agent.createConnection = (options, callback) => {
    const key = keyOf({ host: `${options.host}`, port: Number(options.port) });
    const socket = ahead.get(key);
    ahead.delete(key);
    return socket === undefined || socket.destroyed ? connect(options, callback) : socket;
  };
  agent.keepSocketAlive = (socket) => isKept() && persist(socket);

  const isIdle = (key: string): boolean => Object.keys(agent.freeSockets).some((name) => name.startsWith(`${key}:`));
  return {
    agent,
    preconnect: (url) => {
      const address = addressOf(url);
      const key = keyOf(address);
      if (ahead.has(key) || isIdle(key)) return;
      const options: AgentOptions = {
        ...agent.options,
        ...address,
        servername: isIP(address.host) === 0 ? address.host : '',
      };
      const socket = connect(options);
      if (!socket) return;
      ahead.set(key, socket);
      // A request that has taken the connection has its own listeners; without one, the next request opens its own.
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

/** The beginning of the names under which agents keep connections. */
function keyOf({ host, port }: Address): string {
  return `${host}:${port}`;
}

function addressOf({ protocol, hostname, port }: URL): Address {
  const standard = protocol === 'http:' ? 80 : 443;
  return { host: hostname.replaceAll(/^\[|\]$/gu, ''), port: port === '' ? standard : Number(port) };
}
