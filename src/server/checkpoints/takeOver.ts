import type { FastifyBaseLogger } from 'fastify';
import { messageOf } from '../../core/messageOf.ts';
import { maskKeys } from '../../core/maskKeys.ts';
import type { Calls } from '../calls/calls.ts';
import type { ClusterNode } from '../cluster/clusterNode.ts';
import { Problem } from '../problem.ts';
import type { Tokens } from '../tokens.ts';
import type { Checkpoints, FoundSession } from './checkpoints.ts';
import type { TakeOverResult } from './results.ts';

/** Takes sessions over from nodes that have died. */
export interface TakeOvers {
  /** Returns whether there is a session that could be taken over. @throws (rejects with) Problem `directory_unavailable` */
  has(session: string): Promise<boolean>;
  /**
   * Takes a session over whose client comes back with `token`; without a checkpoint it does nothing.
   *
   * @throws (rejects with) Problem `token_invalid`, `session_elsewhere` if another node is faster, `directory_unavailable`, or
   * `node_unavailable` if it cannot be started here
   */
  take(session: string, token: string | undefined): Promise<void>;
  /** Returns the addresses at which a client can resume a session of this node, should it die. */
  addressesOf(session: string): readonly string[];
}

export interface TakeOversOptions {
  readonly calls: Calls;
  readonly tokens: Tokens;
  readonly checkpoints: Checkpoints;
  readonly node: Pick<ClusterNode, 'id' | 'nodes' | 'url'>;
  /** The address of the service. */
  readonly publicUrl: string | undefined;
  readonly count: (result: TakeOverResult) => void;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
}

const MAX_ADDRESSES = 4;

export function createTakeOvers(options: TakeOversOptions): TakeOvers {
  const { calls, tokens, checkpoints, node, publicUrl } = options;
  const running = new Map<string, Promise<void>>();
  const find = (session: string): Promise<FoundSession | undefined> =>
    checkpoints.find(session).catch((cause: unknown) => {
      throw new Problem('directory_unavailable', [], cause);
    });
  const take = async (session: string, found: FoundSession): Promise<void> => {
    await calls.takeOver(session, found);
    tokens.adopt(session, found.node);
  };
  return {
    has: async (session) => (await find(session)) !== undefined,
    take: async (session, token) => {
      const found = await find(session);
      if (found === undefined) return;
      await tokens.verify(token, session, ['media', 'resume'], found.node);
      const taking = running.get(session) ?? watch(session, found, take(session, found), options);
      running.set(session, taking);
      await taking.finally(() => running.delete(session));
    },
    addressesOf: (session) => {
      const others = node.nodes.filter(({ id, state }) => id !== node.id && state === 'serving').map(({ url }) => url);
      const all = publicUrl === undefined ? others : [publicUrl, ...others];
      return all.slice(0, MAX_ADDRESSES).map((url) => mediaOf(url, session));
    },
  };
}

/** The address of a session's WebSocket on a node. */
function mediaOf(url: string, session: string): string {
  return `${url.replace(/^http/u, 'ws').replace(/\/$/u, '')}/v1/sessions/${session}/media`;
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
    log.info({ session_id: session, from_node: from }, 'a session was taken over');
  } catch (error) {
    const isElsewhere = error instanceof Problem && error.code === 'session_elsewhere';
    count(isElsewhere ? 'elsewhere' : 'failed');
    if (!isElsewhere)
      log.warn(
        { session_id: session, from_node: from, reason: maskKeys(messageOf(error)) },
        'a session could not be taken over',
      );
    // Its client tries again, here or elsewhere.
    throw isElsewhere ? error : new Problem('node_unavailable', [], error);
  }
}
