import websocket from '@fastify/websocket';
import type { WebsocketPluginOptions } from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import type { ServerOptions, WebSocketServer } from 'ws';
import { AntiphonError } from '../core/errors.ts';
import { PROTOCOL, TOKEN_PREFIX } from '../core/protocol.ts';

/** The options of ws that antiphon.v1 depends on. */
interface MediaOptions extends Pick<ServerOptions, 'handleProtocols' | 'maxPayload' | 'perMessageDeflate'> {
  /** How long a closing handshake may take, in ms; not in the types of ws yet. */
  readonly closeTimeout: number;
}

const mediaOptions: MediaOptions = {
  // Without it the first offer is chosen: who offers the token first would get it echoed.
  handleProtocols: (offered) => (offered.has(PROTOCOL) ? PROTOCOL : (offered.values().next().value ?? false)),
  maxPayload: 65_536,
  // Speech compresses badly and costs 4.5 times the CPU.
  perMessageDeflate: false,
  closeTimeout: 500,
};

/**
 * What an app that registers @fastify/websocket itself, before `antiphon`, has to register it with:
 * `app.register(websocket, webSocketOptions)`. Routes of its own that do not offer antiphon.v1 get the first subprotocol that
 * they were offered, as without it.
 */
export const webSocketOptions: WebsocketPluginOptions = {
  options: mediaOptions,
  errorHandler: (error, socket, { log }) => {
    log.debug({ reason: error.message }, 'a WebSocket failed');
    // Not `terminate`: the client is to learn the code with which ws has begun to close it.
    socket.close(1011);
  },
};

/**
 * Sees to it that the app takes WebSockets in the way antiphon.v1 needs.
 *
 * @throws AntiphonError `usage_invalid` where the app's own options would break it
 */
export async function registerWebSocket(app: FastifyInstance): Promise<void> {
  if (!app.hasDecorator('websocketServer')) return register(app);
  const faults = faultsOf(app.websocketServer.options);
  if (faults.length === 0) return;
  const line = "app.register(websocket, webSocketOptions), with webSocketOptions from 'antiphon/server'";
  throw new AntiphonError(
    'usage_invalid',
    `antiphon: this app has registered @fastify/websocket with ${faults.join(', ')}; write ${line}`,
  );
}

/**
 * Lets go of sockets that ask for an upgrade from now on. An app that is closing answers them 503, but leaves them open, and
 * then waits for them for ever.
 */
export function refuseUpgrades({ server }: FastifyInstance): void {
  server.on('upgrade', (_request, socket) => socket.end(() => socket.destroy()));
}

async function register(app: FastifyInstance): Promise<void> {
  // Within a plugin of its own, a refused upgrade elsewhere in the app would leave its socket open for ever.
  if (!app.pluginName.startsWith('fastify')) {
    const message = 'antiphon: register it, or @fastify/websocket with webSocketOptions, on the app itself';
    throw new AntiphonError('usage_invalid', message);
  }
  await app.register(websocket, webSocketOptions);
}

function faultsOf(options: WebSocketServer['options']): readonly string[] {
  const { handleProtocols, maxPayload = 0, perMessageDeflate = false } = options;
  const { closeTimeout = 0 } = options as Partial<MediaOptions>;
  const offered = new Set([`${TOKEN_PREFIX}ek_`, PROTOCOL]);
  const chosen = handleProtocols?.(offered, undefined as never);
  return [
    ...(chosen === PROTOCOL ? [] : ['a handleProtocols that does not choose antiphon.v1']),
    ...(maxPayload <= 65_536 ? [] : [`a maxPayload of ${maxPayload}`]),
    ...(perMessageDeflate === false ? [] : ['perMessageDeflate']),
    ...(closeTimeout <= 500 ? [] : [`a closeTimeout of ${closeTimeout} ms`]),
  ];
}
