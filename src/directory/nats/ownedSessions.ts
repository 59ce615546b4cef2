import { ownerKey, parseSessionOwner, type SessionOwner } from './entries.ts';
import type { NatsLink } from './link.ts';
import type { LiveNode } from './replica.ts';

/** Maximum number of tries for a claim that others overtake. */
const MAX_TRIES = 5;

/** `kept`: this node already owned it. `refused`: another node owns it. */
export type Taking = 'taken' | 'kept' | 'refused';

/** The sessions that this node has owned since its last report. */
export class OwnedSessions {
  readonly #link: NatsLink;
  readonly #self: SessionOwner;
  readonly #sessions: Set<string> = new Set();
  /** The latest revision of each session that this node has written, including over earlier links. */
  readonly #revisions: Map<string, number>;

  constructor(link: NatsLink, self: SessionOwner, revisions: Map<string, number>) {
    this.#link = link;
    this.#self = self;
    this.#revisions = revisions;
  }

  get size(): number {
    return this.#sessions.size;
  }

  /**
   * Makes this node the owner, unless a node already owns the session. Of several claims at the same instant, the
   * server accepts one.
   */
  async take(session: string): Promise<Taking> {
    let previous = this.#revisions.get(session) ?? 0;
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const revision = await this.#link.bucket.replace(ownerKey(session), this.#self, previous);
      const isKept = this.#sessions.has(session);
      if (revision !== undefined) return this.#keep(session, revision, isKept ? 'kept' : 'taken');
      const found = await this.#find(session);
      if (found.node !== undefined) return found.node.entry.id === this.#self.id ? 'kept' : 'refused';
      previous = found.revision;
    }
    return 'refused';
  }

  /** Claims many sessions at once. Claims those that the server refuses again one by one, to learn the reason. */
  async takeAll(sessions: readonly string[]): Promise<readonly Taking[]> {
    const writes = sessions.map((session) => ({
      key: ownerKey(session),
      value: this.#self,
      previous: this.#revisions.get(session) ?? 0,
    }));
    const revisions = await this.#link.bucket.replaceAll(writes);
    return Promise.all(
      sessions.map(async (session, at) => {
        const revision = revisions[at];
        return revision === undefined ? this.take(session) : this.#keep(session, revision, 'taken');
      }),
    );
  }

  /** Ends the ownership, unless another node owns the session by now. */
  async release(session: string): Promise<void> {
    const revision = this.#revisions.get(session);
    this.#sessions.delete(session);
    this.#revisions.delete(session);
    if (revision !== undefined) await this.#link.bucket.remove(revision);
  }

  /** Resolves with the node that owns a session, if that node is alive. */
  async ownerOf(session: string): Promise<LiveNode | undefined> {
    return (await this.#find(session)).node;
  }

  #keep(session: string, revision: number, taking: Taking): Taking {
    this.#sessions.add(session);
    this.#revisions.set(session, revision);
    return taking;
  }

  async #find(session: string): Promise<{ readonly revision: number; readonly node: LiveNode | undefined }> {
    const stored = await this.#link.bucket.read(ownerKey(session));
    if (stored === undefined) return { revision: 0, node: undefined };
    const owner = parseSessionOwner(stored.text);
    // A report is older than the entries that refer to it.
    if (owner === undefined || owner.gen >= stored.revision) return { revision: stored.revision, node: undefined };
    // A node that has just reported is not known here yet.
    await this.#link.replica.reached(owner.gen);
    return { revision: stored.revision, node: this.#link.replica.owner(owner) };
  }
}
