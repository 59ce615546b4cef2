import { createHmac } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { messageOf } from '../../core/messageOf.ts';
import { maskKeys } from '../../core/maskKeys.ts';
import type { MediaAdapter } from '../../core/mediaAdapter.ts';
import type { LineActions } from '../../core/ports.ts';
import { PROTOCOL } from '../../core/protocol.ts';
import type { UpdateSettings } from '../media/peerUpdates.ts';
import type { ReturnPlace } from '../protocols/returnPlaces.ts';
import { Problem } from '../problems/problem.ts';
import type { Tokens } from '../tokens/tokens.ts';
import type { Checkpoints, EndedAs, FoundSession } from './checkpoints.ts';
import type { SecretSource } from '../tokens/secrets.ts';

/** The result of an attempt to take a session over. `elsewhere` means that another node was faster. */
export type TakeOverResult = 'resumed' | 'elsewhere' | 'failed';

/** The client of a taken-over session that uses another protocol and returns over another socket. */
export interface TakenLine {
  /** The protocol of the client. @default antiphon.v1 */
  readonly adapter?: MediaAdapter | undefined;
  /** The actions of the client's line. @default none */
  readonly actions?: LineActions | undefined;
  /** The settings that the client may change. @default none */
  readonly updates?: UpdateSettings | undefined;
}

/** The calls of the server that takes sessions over. */
export interface TakingCalls {
  /** Starts the call of a session. @throws (rejects with) Problem `session_elsewhere` */
  takeOver(session: string, found: FoundSession, line?: TakenLine): Promise<unknown>;
  /** Returns why no call can be started now; undefined if one can. */
  refusal(): Problem | undefined;
}

/** Takes over sessions from nodes that have died. */
export interface TakeOvers {
  /**
   * Finds a session that is waiting for its client to take it over.
   *
   * @throws (rejects with) Problem `directory_unavailable`
   */
  find(session: string): Promise<FoundSession | undefined>;
  /** Finds a session as `find` does, or returns how it ended recently. */
  lookUp(session: string): Promise<FoundSession | EndedAs | undefined>;
  /**
   * Ends a waiting session, so that it cannot start again.
   *
   * @throws (rejects with) Problem `node_unavailable` if it is being taken over at the same moment, and
   * `directory_unavailable`
   */
  end(session: string, found: FoundSession): Promise<void>;
  /**
   * Takes over a session whose client returns with `token`. Does nothing without a checkpoint, or if the client of the
   * session uses another protocol. `line` is the client.
   *
   * @default a client of antiphon.v1 over a WebSocket
   * @throws (rejects with) Problem `token_invalid`, `session_ended`, `session_elsewhere` if another node is faster,
   * `directory_unavailable`, or `node_unavailable` if it cannot be started here
   */
  take(session: string, token: string | undefined, line?: TakenLine): Promise<void>;
  /**
   * Takes over a session whose telephone line returns. Resolves with `resumed`, with how the session ended, or with
   * undefined if there is no checkpoint.
   *
   * @throws (rejects with) Problem `session_not_found` if the session belongs to another line, and the errors of `take`
   */
  takeLine(session: string, line: ReturningLine): Promise<'resumed' | EndedAs | undefined>;
  /**
   * Returns the ids of the session of a line that identifies its call by this name: the id of a new session first, then
   * the ids from before the secrets changed.
   */
  lineIds(protocol: string, call: string): readonly string[];
  /** Returns the addresses at which a client can return to a session of this node if the node dies. */
  addressesOf(place: ReturnPlace): readonly string[];
}

/** A telephone line that returns. */
export interface ReturningLine {
  readonly adapter: MediaAdapter;
  /** Returns the actions of a call with this `custom_data`. */
  readonly actionsOf: (call: Readonly<Record<string, unknown>>) => LineActions | undefined;
  /** Checks whether this `custom_data` belongs to the same call. */
  readonly isSame: (call: Readonly<Record<string, unknown>>) => boolean;
}

export interface TakeOversOptions {
  readonly calls: TakingCalls;
  readonly tokens: Tokens;
  readonly checkpoints: Checkpoints;
  readonly addressesOf: TakeOvers['addressesOf'];
  readonly lineIds: TakeOvers['lineIds'];
  readonly count: (result: TakeOverResult) => void;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
}

export function createTakeOvers(options: TakeOversOptions): TakeOvers {
  const { calls, tokens, checkpoints, addressesOf, lineIds } = options;
  const running = new Map<string, Promise<void>>();
  const lookUp = (session: string): Promise<FoundSession | EndedAs | undefined> =>
    checkpoints.find(session).catch(refuseUnknown);
  const find = async (session: string): Promise<FoundSession | undefined> => {
    const found = await lookUp(session);
    return typeof found === 'string' ? undefined : found;
  };
  const take = async (session: string, found: FoundSession, line?: TakenLine): Promise<void> => {
    await calls.takeOver(session, found, line);
    tokens.adopt(session, found.node);
  };
  const takeOnce = async (session: string, found: FoundSession, line?: TakenLine): Promise<void> => {
    const taking = running.get(session) ?? watch(session, found, take(session, found, line), options);
    running.set(session, taking);
    await taking.finally(() => running.delete(session));
  };
  return {
    find,
    lookUp,
    end: async (session, { epoch }) => {
      await checkpoints.delete(session, epoch).catch(refuseUnknown);
      // The caller's next request goes to the new owner.
      if ((await find(session)) !== undefined) throw new Problem('node_unavailable');
    },
    take: async (session, token, line) => {
      const found = await lookUp(session);
      if (typeof found === 'string') throw new Problem('session_ended');
      // The session of a telephone line has no tokens.
      if (found?.protocol !== (line?.adapter?.protocol ?? PROTOCOL)) return;
      // The client tries the other nodes.
      if (calls.refusal()?.code === 'draining') throw new Problem('node_unavailable');
      await tokens.verify(token, session, ['media', 'resume', 'line'], found.node);
      await takeOnce(session, found, line);
    },
    takeLine: async (session, { adapter, actionsOf, isSame }) => {
      const found = await lookUp(session);
      if (typeof found !== 'object') return found;
      const { protocol, custom_data } = found;
      if (protocol !== adapter.protocol || !isSame(custom_data)) throw new Problem('session_not_found');
      const refusal = calls.refusal();
      if (refusal !== undefined) throw refusal;
      await takeOnce(session, found, { adapter, actions: actionsOf(custom_data) });
      return 'resumed';
    },
    lineIds,
    addressesOf,
  };
}

function refuseUnknown(cause: unknown): never {
  throw new Problem('directory_unavailable', [], cause);
}

/** Counts and logs an attempt. */
async function watch(
  session: string,
  { node: from }: FoundSession,
  taking: Promise<void>,
  { count, log }: Pick<TakeOversOptions, 'count' | 'log'>,
): Promise<void> {
  try {
    await taking;
    count('resumed');
    log.info({ session_id: session, from_node: from }, 'took over a session');
  } catch (error) {
    const isElsewhere = error instanceof Problem && error.code === 'session_elsewhere';
    count(isElsewhere ? 'elsewhere' : 'failed');
    if (!isElsewhere)
      log.warn(
        { session_id: session, from_node: from, reason: maskKeys(messageOf(error)) },
        'could not take over a session',
      );
    // The client tries again, on this node or another.
    throw isElsewhere ? error : new Problem('node_unavailable', [], error);
  }
}

/**
 * Creates the function that derives session ids from the names of calls: all nodes derive the same ids, and nobody else
 * can.
 */
export function createLineIds(secrets: SecretSource): TakeOvers['lineIds'] {
  return (protocol, call) => {
    const { newest, previous } = secrets.read();
    const idWith = (secret: Uint8Array): string =>
      `ses_${createHmac('sha256', secret)
        .update(JSON.stringify([protocol, call]))
        .digest('hex')
        .slice(0, 32)}`;
    return previous === undefined ? [idWith(newest)] : [idWith(newest), idWith(previous)];
  };
}
