import type { WebsocketPluginOptions } from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import type { ServerOptions, WebSocketServer } from 'ws';
import { AntiphonError } from '../../core/errors.ts';
import { PROTOCOL, TOKEN_PREFIX } from '../../core/protocol.ts';

/** The ws options that antiphon.v1 needs. */
interface MediaOptions
  extends Pick<ServerOptions, 'handleProtocols' | 'maxPayload' | 'maxFragments' | 'perMessageDeflate'> {
  /** The longest closing handshake, in ms. The types of ws do not include it. */
  readonly closeTimeout: number;
}

/**
 * Maximum number of fragments. Clients need none; each costs as much as a message and is not covered by the message
 * budget.
 */
const MAX_FRAGMENTS = 64;

const mediaOptions: MediaOptions = {
  // By default, ws selects the first offered subprotocol, which may be the token.
  handleProtocols: (offered) => (offered.has(PROTOCOL) ? PROTOCOL : (offered.values().next().value ?? false)),
  maxPayload: 65_536,
  maxFragments: MAX_FRAGMENTS,
  // Audio compresses badly, at 4.5 times the CPU cost.
  perMessageDeflate: false,
  closeTimeout: 500,
};

/**
 * Options for an app that registers @fastify/websocket itself, before `antiphon`: `app.register(websocket,
 * webSocketOptions)`. The app's other routes receive the first offered subprotocol, as by default.
 *
 * @example
 * ```ts
 * import websocket from '@fastify/websocket';
 * import type { Agent } from 'antiphon';
 * import { antiphon, webSocketOptions } from 'antiphon/server';
 * import { fastify } from 'fastify';
 *
 * declare const agent: Agent;
 * const app = fastify();
 * await app.register(websocket, webSocketOptions);
 * await app.register(antiphon, { agent });
 * ```
 */
export const webSocketOptions: WebsocketPluginOptions = {
  options: mediaOptions,
  errorHandler: (error, socket, { log }) => {
    log.debug({ reason: error.message }, 'a WebSocket failed');
    // Not `terminate`, because the client must receive the close code that ws has selected.
    socket.close(1011);
  },
};

/**
 * Registers @fastify/websocket, or checks the options of the app's own registration.
 *
 * @throws AntiphonError `usage_invalid` for options that antiphon.v1 cannot work with
 */
export async function registerWebSocket(app: FastifyInstance): Promise<void> {
  closeRefusedUpgrades(app);
  if (!app.hasDecorator('websocketServer')) return registerOwn(app);
  const faults = faultsOf(app.websocketServer.options);
  if (faults.length === 0) return;
  const line = "app.register(websocket, webSocketOptions), with webSocketOptions from 'antiphon/server'";
  throw new AntiphonError(
    'usage_invalid',
    `antiphon: this app registered @fastify/websocket with ${faults.join(', ')}; write ${line}`,
  );
}

/**
 * Closes sockets that request an upgrade from now on. A closing app would answer 503, leave them open, and wait
 * forever.
 */
export function refuseUpgrades({ server }: FastifyInstance): void {
  server.on('upgrade', (_request, socket) => socket.end(() => socket.destroy()));
}

/**
 * Closes the socket of an upgrade that one of the app's hooks refuses before the hook of @fastify/websocket runs. The
 * plugin does not know such a socket, which would stay open and prevent the app from closing.
 */
function closeRefusedUpgrades(app: FastifyInstance): void {
  app.addHook('onResponse', async ({ raw, ws }) => {
    if ('upgrade' in raw && raw.upgrade === true && !ws) raw.socket.destroySoon();
  });
}

async function registerOwn(app: FastifyInstance): Promise<void> {
  // In an encapsulated plugin, an upgrade refused elsewhere in the app would leave its socket open forever.
  if (!app.pluginName.startsWith('fastify')) {
    const message =
      'antiphon: register it on the app itself, or register @fastify/websocket with webSocketOptions there';
    throw new AntiphonError('usage_invalid', message);
  }
  const { default: websocket } = await import('@fastify/websocket');
  await app.register(websocket, webSocketOptions);
}

function faultsOf(options: WebSocketServer['options']): readonly string[] {
  const { handleProtocols, maxPayload = 0, maxFragments = 16_384, perMessageDeflate = false } = options;
  const { closeTimeout = 0 } = options as Partial<MediaOptions>;
  const offered = new Set([`${TOKEN_PREFIX}ek_`, PROTOCOL]);
  const chosen = handleProtocols?.(offered, undefined as never);
  return [
    ...(chosen === PROTOCOL ? [] : ['a handleProtocols that does not choose antiphon.v1']),
    ...(maxPayload <= 65_536 ? [] : [`a maxPayload of ${maxPayload}`]),
    ...(maxFragments <= MAX_FRAGMENTS ? [] : [`a maxFragments of ${maxFragments}`]),
    ...(perMessageDeflate === false ? [] : ['perMessageDeflate']),
    ...(closeTimeout <= 500 ? [] : [`a closeTimeout of ${closeTimeout} ms`]),
  ];
}
