import { isWord, parseStatements, type Token } from './jsgf.ts';

/** A fault of a grammar. */
export interface GrammarFault {
  readonly expected: string;
  readonly got: string;
}

/**
 * Limit on words, counted with every rule expanded. At the limit, the engine takes 30 ms to load the grammar, and up to
 * 2 s for each second of speech.
 */
const MAX_WORDS = 2000;

/**
 * Limit on consecutive optional parts. The engine's time grows with its cube: 0.1 s at the limit, or 0.6 s in a
 * repetition.
 */
const MAX_SKIPS = 30;

/** Limit on nested groups and rules. The engine's stack has room for several hundred. */
const MAX_DEPTH = 50;

/** Finds the limits that a grammar exceeds, in linear time. */
export function findExcess(grammar: string): readonly GrammarFault[] {
  const { words, longest, depth } = measure(grammar);
  return [
    ...excess(words, MAX_WORDS, 'words, with every rule expanded'),
    ...excess(longest, MAX_SKIPS, 'consecutive optional parts'),
    ...(depth > MAX_DEPTH ? [{ expected: `at most ${MAX_DEPTH} nested groups and rules`, got: 'more' }] : []),
  ];
}

function excess(got: number, max: number, what: string): readonly GrammarFault[] {
  return got > max ? [{ expected: `at most ${max} ${what}`, got: String(got) }] : [];
}

/** The size of an expression with every rule expanded. */
interface Size {
  readonly words: number;
  readonly depth: number;
  /** Whether all of it is optional. */
  readonly skippable: boolean;
  /** Consecutive optional parts: at its beginning, at its end, and the longest run anywhere in it. */
  readonly head: number;
  readonly tail: number;
  readonly longest: number;
}

const NOTHING: Size = { words: 0, depth: 0, skippable: true, head: 0, tail: 0, longest: 0 };
const WORD: Size = { ...NOTHING, words: 1, skippable: false };
/** The size of a reference of a rule to itself, at which the engine returns to the rule's beginning. */
const LOOP: Size = { ...NOTHING, skippable: false };
const TOO_DEEP: Size = { ...LOOP, depth: MAX_DEPTH + 1 };

/** Measures all public rules together. */
function measure(grammar: string): Size {
  const statements = parseStatements(grammar);
  const bodies = new Map<string, (readonly Token[])[]>();
  for (const { name, body } of statements)
    if (name !== undefined) bodies.set(name, [...(bodies.get(name) ?? []), body]);
  const sizes = new Map<string, Size>();
  const sizeOf = (name: string, depth: number): Size => {
    const known = sizes.get(name);
    if (known !== undefined) return known;
    if (depth > MAX_DEPTH) return TOO_DEEP;
    sizes.set(name, LOOP);
    const size = (bodies.get(name) ?? [])
      .map((body) => measureBody(body, depth, (inner) => sizeOf(inner, depth + 1)))
      .reduce(either, LOOP);
    sizes.set(name, size);
    return size;
  };
  const publicNames = statements.flatMap(({ modifier, name }) => (modifier && name !== undefined ? [name] : []));
  return [...new Set(publicNames)].map((name) => sizeOf(name, 0)).reduce(either, LOOP);
}

/** Measures the expression of a rule, and skips invalid JSGF. */
function measureBody(body: readonly Token[], from: number, sizeOf: (name: string) => Size): Size {
  const open: Group[] = [createGroup('(')];
  for (const { text } of body) {
    if (text === '(' || text === '[') {
      if (from + open.length > MAX_DEPTH) return TOO_DEEP;
      open.push(createGroup(text));
    } else if (text === ')' || text === ']') closeLast(open);
    else takePart(text, open.at(-1), sizeOf);
  }
  while (open.length > 1) closeLast(open);
  return close(open[0] ?? createGroup('('));
}

/** Closes the innermost group, but never the rule itself. */
function closeLast(open: Group[]): void {
  const group = open.length > 1 ? open.pop() : undefined;
  const outer = open.at(-1);
  if (group !== undefined && outer !== undefined) add(outer, close(group));
}

function takePart(text: string, group: Group | undefined, sizeOf: (name: string) => Size): void {
  if (group === undefined) return;
  if (text === '|') endAlternative(group);
  else if (text === '*' || text === '+') group.last = repeat(group.last, text === '*');
  else if (text.startsWith('<')) add(group, sizeOf(text));
  else if (isWord(text)) add(group, WORD);
}

/** A group that is being read. */
interface Group {
  readonly bracket: '(' | '[';
  alternatives: Size | undefined;
  sequence: Size;
  /** The last part of the sequence, which a repetition may follow. */
  last: Size;
}

function createGroup(bracket: '(' | '['): Group {
  return { bracket, alternatives: undefined, sequence: NOTHING, last: NOTHING };
}

function add(group: Group, part: Size): void {
  group.sequence = then(group.sequence, group.last);
  group.last = part;
}

function endAlternative(group: Group): void {
  const alternative = then(group.sequence, group.last);
  group.alternatives = group.alternatives === undefined ? alternative : either(group.alternatives, alternative);
  group.sequence = NOTHING;
  group.last = NOTHING;
}

function close(group: Group): Size {
  endAlternative(group);
  const size = group.alternatives ?? NOTHING;
  return { ...(group.bracket === '[' ? skip(size) : size), depth: size.depth + 1 };
}

function then(a: Size, b: Size): Size {
  return {
    words: a.words + b.words,
    depth: Math.max(a.depth, b.depth),
    skippable: a.skippable && b.skippable,
    head: a.skippable ? a.longest + b.head : a.head,
    tail: b.skippable ? a.tail + b.longest : b.tail,
    longest: Math.max(a.longest, b.longest, a.tail + b.head),
  };
}

function either(a: Size, b: Size): Size {
  return {
    words: a.words + b.words,
    depth: Math.max(a.depth, b.depth),
    skippable: a.skippable || b.skippable,
    head: Math.max(a.head, b.head),
    tail: Math.max(a.tail, b.tail),
    longest: Math.max(a.longest, b.longest),
  };
}

function skip({ words, depth, head, tail, longest }: Size): Size {
  return { words, depth, skippable: true, head: head + 1, tail: tail + 1, longest: longest + 1 };
}

function repeat(size: Size, mayBeNone: boolean): Size {
  const { head, tail, longest } = size;
  const again = { ...size, longest: Math.max(longest, head > 0 || tail > 0 ? head + tail + 1 : 0) };
  return mayBeNone ? skip(again) : again;
}
