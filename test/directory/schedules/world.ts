import { createDirectory } from '../../../src/directory/createDirectory.ts';
import { MemoryEngine } from '../../../src/directory/memory/memoryEngine.ts';
import { MemoryStore } from '../../../src/directory/memory/store.ts';
import { createDirectorySettings } from '../../../src/directory/options.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { FaultyEngine } from '../../support/directory/faultyEngine.ts';
import { createMemoryCheckpoints } from '../../../src/directory/checkpoints/memoryCheckpoints.ts';
import type { CheckpointStore } from '../../../src/core/checkpointStore.ts';
import { FaultyStore } from './faultyStore.ts';
import { actOnLink, type Link } from './links.ts';
import { Rules } from './rules.ts';
import { SimulatedNode } from './simulatedNode.ts';
import { askToDelete, type Client, takeOver } from './takingOver.ts';
import type { Act, Schedule } from './steps.ts';

const RETRY_MS = 400;
const MAX_RETRIES = 12;
const MAX_DELETES = 20;
/** How long a node waits for the client of a session. */
const RESUME_MS = 6000;
const DRAIN_MS = 1500;
const SAMPLE_MS = 50;
/** Longer than all that a node, a client and the engine wait for. */
const QUIET_MS = 15_000;

/** Nodes, their engine and clients in virtual time. */
export class World {
  readonly clients: Client[] = [];
  readonly nodes: Map<string, SimulatedNode> = new Map();
  /** Sessions that have gone on in the middle of a reply, and those that were ended while they were suspended. */
  takenOver = 0;
  suspendedEnded = 0;
  /** Connections that were lost. */
  losses = 0;
  readonly #clock: VirtualClock = new VirtualClock();
  readonly #settings = createDirectorySettings({ scheduler: this.#clock });
  readonly #store: MemoryStore = new MemoryStore(this.#clock, this.#settings.expiryMs);
  #kept: CheckpointStore = createMemoryCheckpoints({ scheduler: this.#clock });
  readonly #links: Map<string, Link> = new Map();
  readonly #engine = { isAway: false, isFull: false };
  readonly #limit: number;
  readonly #rules: Rules;
  readonly #closing: Promise<void>[] = [];
  /** What was wrong with a session that went on. */
  #broken: Error | undefined;

  constructor({ nodes, limit }: Schedule) {
    this.#limit = limit;
    this.#rules = new Rules(limit);
    for (let n = 0; n < nodes; n += 1) {
      this.#links.set(`n${n}`, { isCut: false, delayMs: 0 });
      this.#startNode(`n${n}`);
    }
  }

  /** Plays the schedule, then lets everything work again, and checks the rules all the time. */
  async play({ steps }: Schedule): Promise<void> {
    await this.#pass(1000);
    for (const { afterMs, act } of steps) {
      await this.#pass(afterMs);
      this.#act(act);
    }
    for (const [id, link] of this.#links) {
      Object.assign(link, { isCut: false, delayMs: 0 });
      if (this.nodes.get(id)?.isAlive !== true) this.#startNode(id);
    }
    await this.#pass(QUIET_MS);
    await this.#within(this.#rules.checkEnd(this.#alive(), this.clients));
  }

  async close(): Promise<void> {
    for (const node of this.#alive()) this.#leave(node);
    await this.#within(Promise.all(this.#closing));
  }

  async #within(work: Promise<unknown>): Promise<void> {
    let isSettled = false;
    const settle = (): void => void (isSettled = true);
    work.then(settle, settle);
    for (let n = 0; !isSettled && n < 200; n += 1) await this.#clock.advance(SAMPLE_MS);
    if (!isSettled) throw new Error('nothing happens any more');
    await work;
  }

  async #pass(ms: number): Promise<void> {
    await this.#clock.advance(0);
    for (let passed = 0; passed < ms; passed += SAMPLE_MS) {
      await this.#clock.advance(SAMPLE_MS);
      this.#rules.check(this.#alive(), this.#clock.now());
      if (this.#broken !== undefined) throw this.#broken;
    }
  }

  #alive(): readonly SimulatedNode[] {
    return [...this.nodes.values()].filter(({ isAlive }) => isAlive);
  }

  #act(act: Act): void {
    if (act.kind === 'engine restarts') return this.#restartEngine(act.awayMs);
    if (act.kind === 'engine is full') return this.#fillEngine(act.forMs);
    if (act.kind === 'end' || act.kind === 'break') return this.#actOnClient(act.kind, act.at);
    if (act.kind === 'delete') return void this.#delete(act.at);
    const ids = [...this.nodes.keys()];
    const id = ids[act.at % ids.length] ?? '';
    const node = this.nodes.get(id);
    const link = this.#links.get(id);
    if (link !== undefined) actOnLink(link, act);
    if (node?.isAlive === true) this.#actOnNode(node, act);
    else if (act.kind === 'restart') this.#startNode(id);
  }

  #actOnNode(node: SimulatedNode, act: Act): void {
    if (act.kind === 'start') void this.#startSession(node, `key ${act.key}`);
    if (act.kind === 'kill') this.#leave(node);
    if (act.kind === 'drain') void this.#drain(node);
  }

  #startNode(id: string): void {
    const link = this.#links.get(id);
    const faults = () => ({
      ...this.#engine,
      delayMs: link?.delayMs ?? 0,
      isCut: link?.isCut === true || node.isAlive === false,
    });
    const { register } = createDirectory(
      (profile) => new FaultyEngine(new MemoryEngine(profile, this.#store), faults, this.#clock),
      this.#settings,
    );
    const registration = register({ id, url: `http://${id}`, capacity: 4 });
    const node: SimulatedNode = new SimulatedNode({
      id,
      limit: this.#limit,
      registration,
      store: new FaultyStore({ kept: () => this.#kept, faults, scheduler: this.#clock }),
      scheduler: this.#clock,
      hear: (session) => this.#hear(node, session),
      onLost: (session) => this.#disconnect(node, session, 'another node has the session'),
      onAlone: () => this.#rules.noteAlone(id),
    });
    this.nodes.set(id, node);
  }

  /** Ends a node at once: nothing of it reaches the engine any more. */
  #leave(node: SimulatedNode): void {
    node.die();
    this.#closing.push(node.registration.close());
    for (const session of node.owned.keys()) this.#disconnect(node, session, 'the connection is lost');
  }

  async #drain(node: SimulatedNode): Promise<void> {
    node.isDraining = true;
    await node.registration.drain();
    await this.#clock.sleep(DRAIN_MS);
    if (!node.isAlive) return;
    for (const session of node.owned.keys()) {
      await node.handOver(session);
      this.#disconnect(node, session, 'the node is leaving');
    }
    this.#closing.push(node.registration.close().then(() => node.die()));
  }

  #restartEngine(awayMs: number): void {
    this.#store.clear();
    this.#kept = createMemoryCheckpoints({ scheduler: this.#clock });
    this.#engine.isAway = true;
    for (const id of this.nodes.keys()) this.#rules.noteAlone(id);
    this.#clock.schedule(() => void (this.#engine.isAway = false), awayMs);
  }

  #fillEngine(forMs: number): void {
    this.#engine.isFull = true;
    this.#clock.schedule(() => void (this.#engine.isFull = false), forMs);
  }

  async #startSession(from: SimulatedNode, key: string): Promise<void> {
    const session = `s${this.clients.length}`;
    const client: Client = {
      session,
      key,
      node: undefined,
      told: 'it begins',
      isGone: false,
      isDeleted: false,
      heard: [],
    };
    this.clients.push(client);
    const placed = await from.registration.place(async ({ id }) => this.#takeAt(this.nodes.get(id), client));
    const result = placed ?? (await this.#takeAt(from, client));
    if (result === 'claimed') return;
    client.isGone = true;
    client.told = `it is refused: ${result ?? 'there is no room'}`;
  }

  async #takeAt(node: SimulatedNode | undefined, client: Client): Promise<string | undefined> {
    const result = await node?.take(client.session, client.key);
    if (result === 'claimed' && node !== undefined) this.#connect(client, node);
    return result;
  }

  #connect(client: Client, node: SimulatedNode): void {
    client.node = node;
    client.told = undefined;
  }

  #actOnClient(kind: 'end' | 'break', at: number): void {
    const connected = this.clients.filter(({ node }) => node !== undefined);
    const client = connected[at % Math.max(1, connected.length)];
    if (client?.node === undefined) return;
    const { node, session } = client;
    if (kind === 'break') return this.#disconnect(node, session, 'the connection is lost');
    this.#end(client, node);
  }

  #end(client: Client, node: SimulatedNode): void {
    client.node = undefined;
    client.told = 'it has ended';
    client.isGone = true;
    node.end(client.session);
  }

  #hear(node: SimulatedNode, session: string): string | undefined {
    const client = this.clients.find((one) => one.session === session);
    if (client?.node !== node) return undefined;
    const word = `${session}.${client.heard.length}`;
    client.heard.push(word);
    return word;
  }

  /** Somebody ends a session by requests to a node, preferably one that is suspended, until it has an answer. */
  async #delete(at: number): Promise<void> {
    const waiting = this.clients.filter(({ node, isGone }) => node === undefined && !isGone);
    const ids = waiting.length > 0 ? waiting : this.clients.filter(({ isGone }) => !isGone);
    const client = ids[at % Math.max(1, ids.length)];
    for (let n = 0; client !== undefined && !client.isGone && n < MAX_DELETES; n += 1) {
      const alive = this.#alive();
      const node = alive[(at + n) % Math.max(1, alive.length)];
      const answer = node && (await askToDelete(node, client));
      if (answer === 'ended') this.suspendedEnded += 1;
      if (answer === 'ended') client.isDeleted = true;
      if (answer === 'live' && client.node !== undefined) this.#end(client, client.node);
      if (answer !== undefined) return;
      await this.#clock.sleep(RETRY_MS / 2);
    }
  }

  /** The client hears why it is no longer connected, and comes back to any node. */
  #disconnect(node: SimulatedNode, session: string, why: string): void {
    const client = this.clients.find((one) => one.session === session);
    if (client?.node !== node) return;
    this.losses += 1;
    client.node = undefined;
    client.told = why;
    this.#clock.schedule(() => {
      if (client.node !== node) node.end(session);
    }, RESUME_MS);
    this.#comeBack(client).catch((error: Error) => (this.#broken ??= error));
  }

  async #comeBack(client: Client): Promise<void> {
    for (let n = 0; n < MAX_RETRIES; n += 1) {
      await this.#clock.sleep(RETRY_MS);
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
    if (owner === undefined) return this.#takeOver(node, client);
    const there = this.nodes.get(owner.id);
    if (there?.isAlive !== true || !there.owned.has(client.session)) return false;
    this.#connect(client, there);
    return true;
  }

  async #takeOver(node: SimulatedNode, client: Client): Promise<boolean> {
    const taken = await takeOver(node, client);
    if (taken === undefined) return false;
    if (taken === 'in a reply') this.takenOver += 1;
    this.#connect(client, node);
    return true;
  }
}
