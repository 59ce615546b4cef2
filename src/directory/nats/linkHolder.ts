import { AntiphonError } from '../../core/errors.ts';

/** A resource that can be closed. */
interface Closable {
  close(): Promise<void>;
}

type Phase<Link> =
  | { readonly name: 'none' }
  | { readonly name: 'opening'; readonly link: Promise<Link> }
  | { readonly name: 'open'; readonly link: Link }
  | { readonly name: 'closed' };

/** Holds one link at a time. */
export class LinkHolder<Link extends Closable> {
  readonly #open: () => Promise<Link>;
  /** Links that are being closed. */
  readonly #closing: Set<Promise<void>> = new Set();
  #phase: Phase<Link> = { name: 'none' };

  constructor(open: () => Promise<Link>) {
    this.#open = open;
  }

  /** The link, if it is open. */
  get opened(): Link | undefined {
    return this.#phase.name === 'open' ? this.#phase.link : undefined;
  }

  /** Resolves with the link. Opens one if there is none. */
  get(): Promise<Link> {
    const phase = this.#phase;
    switch (phase.name) {
      case 'none':
        return this.#begin();
      case 'opening':
        return phase.link;
      case 'open':
        return Promise.resolve(phase.link);
      case 'closed':
        return Promise.reject(new AntiphonError('directory_unavailable', 'the registration is closed'));
    }
  }

  /** Abandons a link. Waits for a link that is still opening, which ends in time by itself. */
  drop(): void {
    if (this.#phase.name !== 'open') return;
    this.#end(this.#phase.link);
    this.#phase = { name: 'none' };
  }

  async close(): Promise<void> {
    const phase = this.#phase;
    this.#phase = { name: 'closed' };
    if (phase.name === 'open') this.#end(phase.link);
    if (phase.name === 'opening') await phase.link.catch(() => undefined);
    await Promise.all(this.#closing);
  }

  #begin(): Promise<Link> {
    const link = this.#openOne();
    this.#phase = { name: 'opening', link };
    return link;
  }

  async #openOne(): Promise<Link> {
    try {
      const link = await this.#open();
      if (this.#phase.name === 'closed') this.#end(link);
      else this.#phase = { name: 'open', link };
      return link;
    } catch (error) {
      if (this.#phase.name === 'opening') this.#phase = { name: 'none' };
      throw error;
    }
  }

  #end(link: Link): void {
    const closing = link
      .close()
      .catch(() => undefined)
      .finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }
}
