import { LINE } from './simulatedLine.ts';
import type { SimulatedNode } from './simulatedNode.ts';
import { CAPACITY } from './simulatedNode.ts';
import type { Client } from './takingOver.ts';

/** How long two nodes that reach the engine may own one session: until the next heartbeat of the one that has lost it, with its answers. */
const OVERLAP_MS = 2000;

/** What has to be so at any time. */
export class Rules {
  readonly #limit: number;
  /** Nodes that have decided by themselves, or that the engine has forgotten. */
  readonly #alone: Set<string> = new Set();
  /** Since when two nodes own a session. */
  readonly #overlaps: Map<string, number> = new Map();

  constructor(limit: number) {
    this.#limit = limit;
  }

  noteAlone(id: string): void {
    this.#alone.add(id);
  }

  check(nodes: readonly SimulatedNode[], nowMs: number): void {
    this.#checkQuotas(nodes);
    this.#checkOverlaps(nodes, nowMs);
    for (const { id, owned } of nodes)
      if (owned.size > CAPACITY) throw new Error(`${id} has ${owned.size} sessions, and room for ${CAPACITY}`);
  }

  /** Checks what is so when everything has worked for a while. */
  async checkEnd(nodes: readonly SimulatedNode[], clients: readonly Client[]): Promise<void> {
    for (const { id, isConnected } of nodes) if (!isConnected) throw new Error(`${id} is still alone`);
    for (const client of clients) {
      const owners = nodes.filter(({ owned }) => owned.has(client.session)).map(({ id }) => id);
      checkHistory(client, nodes);
      if (owners.length > 1) throw new Error(`${client.session} is owned by ${owners.join(' and ')}`);
      checkKnown(client, owners[0]);
      for (const { id, registration } of nodes) {
        const found = (await registration.find(client.session))?.id;
        if (found !== owners[0]) throw new Error(`${id} finds ${client.session} on ${found}; it is on ${owners[0]}`);
      }
    }
  }

  /** Each key has its limit once over all nodes, and once more on each node that has been alone. */
  #checkQuotas(nodes: readonly SimulatedNode[]): void {
    const keys = nodes.flatMap(({ owned }) => [...owned.values()]);
    const bound = this.#limit * Math.min(nodes.length, 1 + this.#alone.size);
    for (const key of new Set(keys)) {
      // Telephone lines have no limit.
      if (key === LINE.key) continue;
      // A limit does not keep a session from going on.
      const goesOn = nodes.flatMap(({ owned, taken }) => [...taken].filter((session) => owned.get(session) === key));
      const count = keys.filter((one) => one === key).length - goesOn.length;
      if (count > bound) throw new Error(`${key} has ${count} sessions, and may have ${bound}`);
    }
  }

  #checkOverlaps(nodes: readonly SimulatedNode[], nowMs: number): void {
    const owned = nodes.filter(({ isConnected }) => isConnected).flatMap((node) => [...node.owned.keys()]);
    const doubled = new Set(owned.filter((session, at) => owned.indexOf(session) !== at));
    for (const session of this.#overlaps.keys()) if (!doubled.has(session)) this.#overlaps.delete(session);
    for (const session of doubled) {
      const since = this.#overlaps.get(session) ?? nowMs;
      this.#overlaps.set(session, since);
      if (nowMs - since > OVERLAP_MS) throw new Error(`${session} has two owners for more than ${OVERLAP_MS} ms`);
    }
  }
}

/** What is in a history was heard, once and in order; what was ended does not go on. */
function checkHistory({ session, heard, isDeleted }: Client, nodes: readonly SimulatedNode[]): void {
  for (const { id, conversations } of nodes) {
    const words = conversations.get(session)?.words ?? [];
    if (isDeleted && words.length > 0) throw new Error(`${session} goes on at ${id}, and was deleted`);
    checkHeard(session, words, heard);
  }
}

/** Checks that `words` are among those that were heard, in their order. */
export function checkHeard(session: string, words: readonly string[], heard: readonly string[]): void {
  let at = -1;
  for (const word of words) {
    const next = heard.indexOf(word, at + 1);
    if (next < 0) throw new Error(`the history of ${session} has ${word}, which was not heard then`);
    at = next;
  }
}

/** A client is connected with the node that has its session, or it knows that it is not. */
function checkKnown({ session, node, told, isGone }: Client, owner: string | undefined): void {
  if (node === undefined && told === undefined) throw new Error(`the client of ${session} was told nothing`);
  if (node === undefined && !isGone) throw new Error(`the client of ${session} still waits: ${told}`);
  if (node !== undefined && (!node.isAlive || node.id !== owner))
    throw new Error(`the client of ${session} believes that it is on ${node.id}; it is on ${owner}`);
}
