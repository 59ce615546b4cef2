/** Finds an element by id. Throws if it is missing or of another class. */
export function requireElement<Kind extends Element>(root: ParentNode, id: string, kind: new () => Kind): Kind {
  const found = root.querySelector(`#${id}`);
  if (!(found instanceof kind)) throw new Error(`the page has no #${id} that is a ${kind.name}`);
  return found;
}

/** Creates an HTML element with a class and children. Strings become text nodes, never markup. */
export function createElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  ...inner: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (className !== '') made.className = className;
  made.append(...inner);
  return made;
}

/** Draws the items of a list, with one node per item. A node is redrawn only when its item has changed. */
export interface ItemView<Item> {
  readonly keyOf: (item: Item) => string;
  readonly draw: (item: Item) => HTMLElement;
}

/** Creates a view that keeps the children of `parent` equal to a list. */
export function listView<Item>(parent: Element, { keyOf, draw }: ItemView<Item>): (items: readonly Item[]) => void {
  let drawn = new Map<string, { readonly item: Item; readonly node: HTMLElement }>();
  return (items) => {
    const before = drawn;
    drawn = new Map();
    for (const item of items) {
      const known = before.get(keyOf(item));
      drawn.set(keyOf(item), known?.item === item ? known : { item, node: draw(item) });
    }
    const nodes = [...drawn.values()].map(({ node }) => node);
    if (nodes.length !== parent.children.length || nodes.some((node, index) => node !== parent.children[index]))
      parent.replaceChildren(...nodes);
  };
}

/** Returns a function to call after the list has changed. It scrolls to the end unless the user had scrolled back. */
export function keepAtEnd(list: Element): () => void {
  const isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
  return () => {
    if (isAtEnd) list.scrollTop = list.scrollHeight;
  };
}

/** Formats session time for the page. */
export function timeText(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 60) return seconds.toFixed(2);
  return `${Math.floor(seconds / 60)}:${(seconds % 60).toFixed(2).padStart(5, '0')}`;
}
