import { createDirectory } from '../../../src/directory/createDirectory.ts';
import { MemoryEngine } from '../../../src/directory/memory/memoryEngine.ts';
import { MemoryStore } from '../../../src/directory/memory/store.ts';
import { createDirectorySettings } from '../../../src/directory/options.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { FaultyEngine } from '../../support/directory/faultyEngine.ts';
import { createMemoryCheckpoints } from '../../../src/directory/checkpoints/memoryCheckpoints.ts';
import type { CheckpointStore } from '../../../src/core/checkpointStore.ts';
import { Clients } from './clients.ts';
import { FaultyStore } from './faultyStore.ts';
import { actOnLink, createLink, type Link } from './links.ts';
import { Rules } from './rules.ts';
import { SavedWords } from './savedWords.ts';
import { LINE, type Asked } from './simulatedLine.ts';
import { SimulatedNode } from './simulatedNode.ts';
import type { Act, Schedule } from './steps.ts';

const DRAIN_MS = 1500;
const SAMPLE_MS = 50;
/** Longer than all that a node, a client and the engine wait for. */
const QUIET_MS = 25_000;

/** Nodes, their engine and clients in virtual time. */
export class World {
  readonly clients: Clients;
  readonly nodes: Map<string, SimulatedNode> = new Map();
  /** Sessions that have gone on in the middle of a reply. */
  takenOver = 0;
  readonly #clock: VirtualClock = new VirtualClock();
  readonly #settings = createDirectorySettings({ scheduler: this.#clock });
  readonly #store: MemoryStore = new MemoryStore(this.#clock, this.#settings.expiryMs);
  #kept: CheckpointStore = createMemoryCheckpoints({ scheduler: this.#clock });
  readonly #saved: SavedWords = new SavedWords();
  readonly #links: Map<string, Link> = new Map();
  readonly #engine = { isAway: false, isFull: false };
  readonly #rules: Rules;
  readonly #closing: Promise<void>[] = [];
  /** What was wrong with a session. */
  #broken: Error | undefined;

  constructor({ nodes, limit }: Schedule) {
    this.#rules = new Rules(limit);
    const failed = (error: Error): void => void (this.#broken ??= error);
    this.clients = new Clients({ clock: this.#clock, limit, nodes: this.nodes, kept: () => this.#kept, failed });
    for (let n = 0; n < nodes; n += 1) {
      this.#links.set(`n${n}`, createLink());
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
      Object.assign(link, createLink());
      if (this.nodes.get(id)?.isAlive !== true) this.#startNode(id);
    }
    await this.#pass(QUIET_MS);
    await this.#within(this.#rules.checkEnd(this.#alive(), this.clients.all));
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
    if (act.kind === 'end' || act.kind === 'break') return this.clients.act(act.kind, act.at);
    if (act.kind === 'delete') return void this.clients.delete(act.at);
    const ids = [...this.nodes.keys()];
    const id = ids[act.at % ids.length] ?? '';
    const node = this.nodes.get(id);
    const link = this.#links.get(id);
    if (link !== undefined) actOnLink(link, act);
    if (node?.isAlive === true) this.#actOnNode(node, act);
    else if (act.kind === 'restart') this.#startNode(id);
  }

  #actOnNode(node: SimulatedNode, act: Act): void {
    if (act.kind === 'start') void this.clients.start(node, `key ${act.key}`);
    if (act.kind === 'call') void this.clients.start(node, LINE.key, `call ${this.clients.all.length}`);
    if (act.kind === 'kill') this.#leave(node);
    if (act.kind === 'drain') void this.#drain(node);
  }

  #startNode(id: string): void {
    const { clients } = this;
    const link = this.#links.get(id) ?? createLink();
    const isCut = (): boolean => link.isCut || !node.isAlive;
    const faults = () => ({ ...this.#engine, delayMs: link.delayMs, isCut: isCut() || link.isHalfCut });
    const { register } = createDirectory(
      (profile) => new FaultyEngine(new MemoryEngine(profile, this.#store), faults, this.#clock),
      this.#settings,
    );
    const store = new FaultyStore({
      kept: () => this.#kept,
      faults: () => ({ ...this.#engine, delayMs: link.delayMs + link.storeMs, isCut: isCut() }),
      onSaved: (session, checkpoint) => this.#saved.note(session, checkpoint),
      scheduler: this.#clock,
    });
    const node: SimulatedNode = new SimulatedNode({
      id,
      registration: register({ id, url: `http://${id}`, capacity: 4 }),
      store,
      scheduler: this.#clock,
      hear: (session) => clients.hear(node, session),
      onLost: (session) => clients.disconnect(node, session, 'another node has the session'),
      onAlone: () => this.#rules.noteAlone(id),
      onEnded: (session) => clients.noteEnded(session),
      onTaken: (session, words) => this.#checkTaken(session, words),
      createId: () => clients.createId(),
      pass: (other, asked) => this.#passOn(other, asked),
    });
    this.nodes.set(id, node);
  }

  /** Nodes reach each other. */
  #passOn(id: string, asked: Asked): Promise<string> {
    const node = this.nodes.get(id);
    return node?.isAlive === true ? node.answer(asked, true) : Promise.reject(new Error('the node is dead'));
  }

  #checkTaken(session: string, words: readonly string[]): void {
    try {
      const { heard = [] } = this.clients.find(session) ?? {};
      if (this.#saved.checkTaken(session, words, heard)) this.takenOver += 1;
    } catch (error) {
      this.#broken ??= error as Error;
    }
  }

  /** Ends a node at once: nothing of it reaches the engine any more. */
  #leave(node: SimulatedNode): void {
    node.die();
    this.#closing.push(node.registration.close());
    for (const session of node.owned.keys()) this.clients.disconnect(node, session, 'the connection is lost');
  }

  async #drain(node: SimulatedNode): Promise<void> {
    node.isDraining = true;
    await node.registration.drain();
    await this.#clock.sleep(DRAIN_MS);
    if (!node.isAlive) return;
    for (const session of node.owned.keys()) {
      await node.handOver(session);
      this.clients.disconnect(node, session, 'the node is leaving');
    }
    this.#closing.push(node.registration.close().then(() => node.die()));
  }

  #restartEngine(awayMs: number): void {
    this.#store.clear();
    // That a session was ended is forgotten, too.
    for (const client of this.clients.all) client.isDeleted = false;
    this.#kept = createMemoryCheckpoints({ scheduler: this.#clock });
    this.#engine.isAway = true;
    for (const id of this.nodes.keys()) this.#rules.noteAlone(id);
    this.#clock.schedule(() => void (this.#engine.isAway = false), awayMs);
  }

  #fillEngine(forMs: number): void {
    this.#engine.isFull = true;
    this.#clock.schedule(() => void (this.#engine.isFull = false), forMs);
  }
}
