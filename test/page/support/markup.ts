/** An element of a page, with all the text in it. */
export interface Markup {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly text: string;
}

/** Each tag with its attributes; `=` and quotes as the formatter writes them. */
const TAG = /<(\/?)([a-z]\w*)((?:\s\s*[\w-]+(?:="[^"]*")?)*)\s*\/?>/g;
const VOID: ReadonlySet<string> = new Set(['base', 'br', 'hr', 'img', 'input', 'link', 'meta']);

/** The elements of a well-formed page, in the order in which they begin. */
export function parse(html: string): readonly Markup[] {
  const tags = [...html.matchAll(TAG)];
  return tags.flatMap((tag, index) => {
    const [whole, slash, name = '', attributes = ''] = tag;
    if (slash === '/') return [];
    const from = tag.index + whole.length;
    const to = VOID.has(name) ? from : endOf(tags.slice(index + 1), name);
    return [{ name, attributes: attributesOf(attributes), text: textOf(html.slice(from, to)) }];
  });
}

/** Where the element of this name that has just begun ends. */
function endOf(following: readonly RegExpExecArray[], name: string): number {
  let open = 1;
  for (const { 1: slash, 2: other, index } of following) {
    if (other === name) open += slash === '/' ? -1 : 1;
    if (open === 0) return index;
  }
  throw new Error(`<${name}> is not closed.`);
}

function attributesOf(written: string): ReadonlyMap<string, string> {
  return new Map([...written.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, name = '', value = '']) => [name, value]));
}

function textOf(html: string): string {
  return html.replace(TAG, '').replace(/\s+/g, ' ').trim();
}
