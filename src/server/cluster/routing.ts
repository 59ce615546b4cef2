import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AntiphonError } from '../../core/errors.ts';
import type { DirectoryNode } from '../../core/sessionDirectory.ts';
import { Problem, type ProblemBody, type ProblemCode } from '../problems/problem.ts';
import type { ClusterNode } from './clusterNode.ts';
import { isSessionId } from '../common/isSessionId.ts';
import { NodeAnswer, type NodeClient } from './nodeClient.ts';
import type { PassedSockets } from './passedSockets.ts';
import type { RequestHops } from './requestHops.ts';

/** A request to start a session. */
export interface PlacedStart {
  readonly request: FastifyRequest;
  /** The caller; undefined for a carrier, whose signature was checked. */
  readonly caller: unknown;
  /** Fires when the caller has gone. */
  readonly left: AbortSignal;
}

/** Decides which node serves a request. */
export interface Routing {
  /**
   * Starts a session on the node with the most capacity: with `here` if it is this node, otherwise by forwarding the
   * request.
   */
  place<T>(start: PlacedStart, here: () => Promise<T>): Promise<T | NodeAnswer>;
  /** Starts a session once: on the node that owns this alias, or otherwise as `place` does. */
  placeOnce<T>(start: PlacedStart, alias: string, here: () => Promise<T>): Promise<T | NodeAnswer>;
  /**
   * Forwards a request for a session to the node that owns it. Resolves with undefined if this node owns it, or none
   * does.
   *
   * @throws (rejects with) Problem `node_unavailable`
   */
  toOwner(request: FastifyRequest, session: string, caller: unknown): Promise<NodeAnswer | undefined>;
  /**
   * Forwards a WebSocket byte for byte to the node that owns its session, instead of replying.
   *
   * @throws (rejects with) Problem `node_unavailable`
   */
  passSocket(request: FastifyRequest, reply: FastifyReply, owner: DirectoryNode): Promise<void>;
  /** Finds the other node that owns a session. */
  ownerOf(session: string): Promise<DirectoryNode | undefined>;
  /** Returns whether another node has forwarded the request, which must then be served here. */
  isHop(request: FastifyRequest): boolean;
}

export interface RoutingOptions {
  readonly node: ClusterNode;
  readonly hops: RequestHops;
  readonly client: NodeClient;
  readonly sockets: Pick<PassedSockets, 'pass'>;
}

/** The problems with which a node refuses a start, so that the next node is tried. */
const REFUSALS: ReadonlySet<ProblemCode> = new Set(['at_capacity', 'overloaded', 'draining']);
/** Time for a start on another node, in ms; longer than `configure_session` may take. */
const START_MS = 60_000;
const ASK_MS = 5000;

/** The outcome of a start: its result or its error. */
type Outcome<T> = { readonly value: T } | { readonly error: unknown };

/** Creates the function that sends requests to other nodes. */
function createSender({ hops, client }: Pick<RoutingOptions, 'hops' | 'client'>) {
  const send = async (
    to: DirectoryNode,
    request: FastifyRequest,
    caller: unknown,
    timeoutMs: number,
    left?: AbortSignal,
  ) => {
    const { path, ...signed } = await hops.passOn(to.id, request, caller);
    const answer = await client.send({ ...signed, url: to.url.replace(/\/$/u, '') + path, timeoutMs, left });
    hops.checkAnswer(signed, answer);
    return answer;
  };
  const startThere = async <T>(
    to: DirectoryNode,
    { request, caller, left }: PlacedStart,
  ): Promise<Outcome<T | NodeAnswer> | undefined> => {
    try {
      const answer = await send(to, request, caller, START_MS, left);
      return isRefusalCode(codeOf(answer)) ? undefined : { value: answer };
    } catch (error) {
      // The caller has gone, so no other node is tried.
      return left.aborted ? { error } : undefined;
    }
  };
  const toNode = (to: DirectoryNode, request: FastifyRequest, caller: unknown, timeoutMs: number, left?: AbortSignal) =>
    send(to, request, caller, timeoutMs, left).catch((cause: unknown) => {
      throw new Problem('node_unavailable', [], cause);
    });
  return { startThere, toNode };
}

/** Creates the routing of one node. */
export function createRouting({ node, hops, client, sockets }: RoutingOptions): Routing {
  const { startThere, toNode } = createSender({ hops, client });
  const ownerOf = async (session: string): Promise<DirectoryNode | undefined> => {
    if (!isSessionId(session)) return undefined;
    const owner = await node.registration.find(session).catch(refuseUnknown);
    return owner?.id === node.id ? undefined : owner;
  };
  const place = async <T>(start: PlacedStart, here: () => Promise<T>): Promise<T | NodeAnswer> => {
    const outcome = await node.registration.place((to) =>
      to.id === node.id ? startHere<T | NodeAnswer>(here) : startThere<T>(to, start),
    );
    // No node has capacity, or the information about them is outdated: this node decides by itself.
    return outcome === undefined ? here() : unwrap(outcome);
  };
  /** Finds the node that owns an alias. While the directory is unreachable, starts with a key are refused. */
  const holderOf = (alias: string): Promise<DirectoryNode | undefined> =>
    node.registration.find(alias).catch(() => undefined);
  const placeOnce = async <T>(start: PlacedStart, alias: string, here: () => Promise<T>): Promise<T | NodeAnswer> => {
    const ask = (to: DirectoryNode): Promise<T | NodeAnswer> =>
      to.id === node.id ? here() : toNode(to, start.request, start.caller, START_MS, start.left);
    const holder = await holderOf(alias);
    const outcome = await settle(holder === undefined ? place(start, here) : ask(holder));
    if (!isConflict(outcome)) return unwrap(outcome);
    // Another node may have begun with the same key at the same moment, or while the owner was cut off.
    const winner = await holderOf(alias);
    return winner === undefined || winner.id === holder?.id ? unwrap(outcome) : ask(winner);
  };
  return {
    isHop: hops.isHop,
    ownerOf,
    passSocket: async (request, reply, owner) => {
      const { path, headers } = await hops.passOn(owner.id, request, undefined);
      const check = (accepted: IncomingHttpHeaders): void => hops.checkUpgrade({ headers }, accepted);
      await sockets.pass(request, reply, { url: owner.url.replace(/\/$/u, '') + path, headers, check });
    },
    place: (start, here) => (hops.isHop(start.request) ? here() : place(start, here)),
    placeOnce: (start, alias, here) => (hops.isHop(start.request) ? here() : placeOnce(start, alias, here)),
    toOwner: async (request, session, caller) => {
      if (hops.isHop(request)) return undefined;
      const owner = await ownerOf(session);
      if (owner === undefined) return undefined;
      return toNode(owner, request, caller, ASK_MS);
    },
  };
}

async function settle<T>(start: Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await start };
  } catch (error) {
    return { error };
  }
}

function unwrap<T>(outcome: Outcome<T>): T {
  if ('error' in outcome) throw outcome.error;
  return outcome.value;
}

function isConflict(outcome: Outcome<unknown>): boolean {
  const code =
    'error' in outcome
      ? outcome.error instanceof Problem && outcome.error.code
      : outcome.value instanceof NodeAnswer && codeOf(outcome.value);
  return code === 'idempotency_conflict';
}

async function startHere<T>(here: () => Promise<T>): Promise<Outcome<T> | undefined> {
  try {
    return { value: await here() };
  } catch (error) {
    return isRefusal(error) ? undefined : { error };
  }
}

/** Checks whether a node has refused a start because it has no capacity. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Problem && isRefusalCode(error.code);
}

function isRefusalCode(code: ProblemCode | undefined): boolean {
  return code !== undefined && REFUSALS.has(code);
}

/** Returns the code of the problem in a node's answer. */
function codeOf({ status, headers, body }: NodeAnswer): ProblemCode | undefined {
  if (status < 400 || headers['content-type']?.startsWith('application/problem+json') !== true) return undefined;
  try {
    return (JSON.parse(body.toString()) as ProblemBody).code;
  } catch {
    return undefined;
  }
}

function refuseUnknown(cause: unknown): never {
  const isAway = cause instanceof AntiphonError && cause.code === 'directory_unavailable';
  throw isAway ? new Problem('directory_unavailable', [], cause) : cause;
}
