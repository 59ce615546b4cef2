import type { VirtualClock } from '../../../src/time/virtualClock.ts';
import type { CheckpointStore } from '../../../src/core/checkpointStore.ts';
import { askWhatFollows } from './carrierLine.ts';
import { LINE } from './simulatedLine.ts';
import type { SimulatedNode } from './simulatedNode.ts';
import { askToDelete, takeOver, type Client } from './takingOver.ts';

const RETRY_MS = 400;
const MAX_RETRIES = 12;
const MAX_DELETES = 20;
/** How long a node waits for the client of a session. */
const RESUME_MS = 6000;

export interface ClientsOptions {
  readonly clock: VirtualClock;
  readonly limit: number;
  readonly nodes: ReadonlyMap<string, SimulatedNode>;
  /** The store at this instant. */
  readonly kept: () => CheckpointStore;
  /** Something is wrong. */
  readonly failed: (error: Error) => void;
}

/** The clients of all sessions: some of their own, and telephone lines. */
export class Clients {
  readonly all: Client[] = [];
  /** Suspended sessions that were ended. */
  suspendedEnded = 0;
  /** Lines whose session was taken over, that went on where it was, and that began anew. */
  readonly lines = { takenOver: 0, back: 0, anew: 0, hungUp: 0 };
  /** Connections that were lost. */
  losses = 0;
  readonly #options: ClientsOptions;
  readonly #ended: Set<string> = new Set();
  #ids = 0;

  constructor(options: ClientsOptions) {
    this.#options = options;
  }

  /** Returns the id of the next session. */
  createId(): string {
    this.#ids += 1;
    return `s${this.#ids}`;
  }

  find(session: string): Client | undefined {
    return this.all.find((client) => client.session === session);
  }

  /** Starts a session over a node. `call`: for a telephone line. */
  async start(from: SimulatedNode, key: string, call?: string): Promise<void> {
    const client = this.#add(this.createId(), key, call);
    const { nodes } = this.#options;
    const placed = await from.registration.place(async ({ id }) => this.#takeAt(nodes.get(id), client));
    const result = placed ?? (await this.#takeAt(from, client));
    if (result === 'claimed') return;
    client.isGone = true;
    client.told = `it is refused: ${result ?? 'there is no room'}`;
  }

  /** A client hangs up, or loses its connection. */
  act(kind: 'end' | 'break', at: number): void {
    const connected = this.all.filter(({ node }) => node !== undefined);
    const client = connected[at % Math.max(1, connected.length)];
    if (client?.node === undefined) return;
    const { node, session } = client;
    if (kind === 'break') this.disconnect(node, session, 'the connection is lost');
    else this.#end(client, node);
  }

  /** Somebody ends a session by requests to a node, preferably one that is suspended, until it has an answer. */
  async delete(at: number): Promise<void> {
    const waiting = this.all.filter(({ node, isGone }) => node === undefined && !isGone);
    const ids = waiting.length > 0 ? waiting : this.all.filter(({ isGone }) => !isGone);
    const client = ids[at % Math.max(1, ids.length)];
    for (let n = 0; client !== undefined && !client.isGone && n < MAX_DELETES; n += 1) {
      const alive = this.#alive();
      const node = alive[(at + n) % Math.max(1, alive.length)];
      const answer = node && (await askToDelete(node, client));
      if (answer === 'ended') this.suspendedEnded += 1;
      if (answer === 'ended') client.isDeleted = true;
      if (answer === 'live' && client.node !== undefined) this.#end(client, client.node);
      if (answer !== undefined) return;
      await this.#options.clock.sleep(RETRY_MS / 2);
    }
  }

  /** A node has ended a session. */
  noteEnded(session: string): void {
    this.#ended.add(session);
  }

  /** Returns the next word, which the client of a session hears if it is connected with this node. */
  hear(node: SimulatedNode, session: string): string | undefined {
    const client = this.find(session);
    if (client?.node !== node) return undefined;
    const word = `${session}.${client.heard.length}`;
    client.heard.push(word);
    return word;
  }

  /** The client hears why it is no longer connected, and comes back to any node. */
  disconnect(node: SimulatedNode, session: string, why: string): void {
    const client = this.find(session);
    if (client?.node !== node) return;
    this.losses += 1;
    client.losses += 1;
    client.node = undefined;
    client.told = why;
    const { losses } = client;
    this.#options.clock.schedule(() => {
      if (client.losses === losses && client.node !== node) node.end(session, 'disconnected');
    }, RESUME_MS);
    const returning = client.call === undefined ? this.#comeBack(client) : this.#askAgain(client, client.call, node);
    returning.catch((error: Error) => this.#options.failed(error));
  }

  #alive(): readonly SimulatedNode[] {
    return [...this.#options.nodes.values()].filter(({ isAlive }) => isAlive);
  }

  #add(session: string, key: string, call: string | undefined): Client {
    const state = { node: undefined, told: 'it begins', isGone: false, isDeleted: false, losses: 0, heard: [] };
    const client: Client = { session, key, call, ...state };
    this.all.push(client);
    return client;
  }

  async #takeAt(node: SimulatedNode | undefined, client: Client): Promise<string | undefined> {
    const { session, key, call } = client;
    const limit = call === undefined ? this.#options.limit : undefined;
    const result = await node?.take(session, key, { call, limit });
    if (result === 'claimed' && node !== undefined) this.#connect(client, node);
    return result;
  }

  #connect(client: Client, node: SimulatedNode): void {
    client.node = node;
    client.told = undefined;
  }

  #end(client: Client, node: SimulatedNode): void {
    client.node = undefined;
    client.told = 'it has ended';
    client.isGone = true;
    node.end(client.session, 'ended_by_client');
  }

  async #comeBack(client: Client): Promise<void> {
    for (let n = 0; n < MAX_RETRIES; n += 1) {
      await this.#options.clock.sleep(RETRY_MS);
      const alive = this.#alive();
      // An impatient one asks the next node, too, before the first has answered.
      const asked = alive.slice(n % Math.max(1, alive.length)).slice(0, 1 + (n % 2));
      const answers = await Promise.all(asked.map((node) => this.#comeBackTo(node, client)));
      if (answers.includes(true)) return;
    }
    client.isGone = true;
    client.told = 'it has given up';
  }

  /** As a server does: asks who owns the session, and takes it over if nobody does. Resolves with whether the client has its answer. */
  async #comeBackTo(node: SimulatedNode, client: Client): Promise<boolean> {
    const owner = node.owned.has(client.session)
      ? node
      : await node.registration.find(client.session).catch(() => 'unknown' as const);
    if (owner === 'unknown') return false;
    if (owner === undefined) {
      const isTaken = await takeOver(node, client.session);
      if (isTaken) this.#connect(client, node);
      return isTaken;
    }
    const there = this.#options.nodes.get(owner.id);
    if (there?.isAlive !== true || !there.owned.has(client.session)) return false;
    this.#connect(client, there);
    return true;
  }

  /** The carrier of a line asks what follows: the call goes on, begins anew, or ends. `from`: the node that has lost it. */
  async #askAgain(client: Client, call: string, from: SimulatedNode): Promise<void> {
    const { session } = client;
    const { clock } = this.#options;
    const answer = await askWhatFollows({ session, call }, () => this.#alive(), clock);
    if ('node' in answer && answer.session === session) {
      this.lines[answer.node === from ? 'back' : 'takenOver'] += 1;
      return this.#connect(client, answer.node);
    }
    await this.#checkOver(client, answer.isLast);
    client.isGone = true;
    if ('hungUp' in answer) {
      this.lines.hungUp += 1;
      client.told = answer.hungUp;
      return;
    }
    this.lines.anew += 1;
    client.told = 'it begins anew';
    this.#connect(this.#add(answer.session, LINE.key, call), answer.node);
  }

  /** Nothing of a session is left whose line was not led back to it, unless a node has ended it, or its carrier has asked for long. */
  async #checkOver({ session }: Client, isLast: boolean): Promise<void> {
    const isSomewhere = this.#alive().some(({ conversations }) => conversations.has(session));
    if (isLast || isSomewhere || this.#ended.has(session)) return;
    const found = await this.#options.kept().load(session);
    if (typeof found === 'object') throw new Error(`${session} waits for its line, which was not led back to it`);
  }
}
