/** An item of a heap. `order` decides between items due at the same time. */
export interface HeapItem {
  readonly due: number;
  readonly order: number;
  /** Index in the heap, or -1. Set by the heap, so that removal needs no search. */
  index: number;
}

/**
 * A binary heap ordered by `due`, then `order`. Adding and removing an item takes O(log n). Removed items are not
 * retained.
 */
export class Heap<T extends HeapItem> {
  readonly #items: T[] = [];

  get size(): number {
    return this.#items.length;
  }

  /** The earliest item. */
  get first(): T | undefined {
    return this.#items[0];
  }

  add(item: T): void {
    this.#items.push(item);
    this.#rise(item, this.#items.length - 1);
  }

  /** Removes `item` if it is in the heap. */
  remove(item: T): void {
    const at = item.index;
    if (at < 0) return;
    item.index = -1;
    const last = this.#items.pop() as T;
    if (last === item) return;
    this.#rise(last, at);
    this.#sink(last, last.index);
  }

  #rise(item: T, from: number): void {
    const items = this.#items;
    let at = from;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = items[above] as T;
      if (!earlier(item, parent)) break;
      this.#place(parent, at);
      at = above;
    }
    this.#place(item, at);
  }

  #sink(item: T, from: number): void {
    const items = this.#items;
    let at = from;
    for (let below = 2 * at + 1; below < items.length; below = 2 * at + 1) {
      let child = items[below] as T;
      const sibling = items[below + 1];
      if (sibling !== undefined && earlier(sibling, child)) child = sibling;
      if (!earlier(child, item)) break;
      const vacated = child.index;
      this.#place(child, at);
      at = vacated;
    }
    this.#place(item, at);
  }

  #place(item: T, at: number): void {
    this.#items[at] = item;
    item.index = at;
  }
}

function earlier(a: HeapItem, b: HeapItem): boolean {
  return a.due < b.due || (a.due === b.due && a.order < b.order);
}
