/** What takes the source of a regular expression as its first argument. */
const TAKES_SOURCE = new Set(['RegExp', 'createEndPattern']);
/** What escapes a text for a pattern. */
const ESCAPES = 'escapePattern';
/** Stands for a text that is not known here. */
const UNKNOWN = 'a';
/** The name of a constant of another file, whose own lint checks it. */
const CONSTANT = /^[A-Z][A-Z\d_]*$/u;
const MAX_DEPTH = 20;

/**
 * A regular expression in a file: a literal, or one that is made from texts.
 *
 * @typedef {{ node: object, source: string, flags: string, unescaped: readonly object[] }} Pattern `unescaped`: what is neither a constant nor escaped
 */

/**
 * Collects the regular expressions of a file from the nodes of its syntax tree (ESTree).
 *
 * @returns {{ take(node: object): void, list(): readonly Pattern[] }} `take` has to get each node
 */
export function createPatternCollector() {
  /** @type {Map<string, object>} Values of constants and functions by their names; nothing here depends on their scope. */
  const named = new Map();
  const nodes = [];
  return {
    take(node) {
      if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.init)
        named.set(node.id.name, node.init);
      if (node.type === 'FunctionDeclaration' && node.id) named.set(node.id.name, node);
      if (node.type === 'Literal' && node.regex) nodes.push(node);
      if (isConstructor(node)) nodes.push(node);
    },
    list: () => nodes.map((node) => (node.regex ? describeLiteral(node) : describeMade(node, named))),
  };
}

function isConstructor({ type, callee, arguments: given }) {
  const isCall = type === 'NewExpression' || type === 'CallExpression';
  return isCall && callee.type === 'Identifier' && TAKES_SOURCE.has(callee.name) && given.length > 0;
}

function describeLiteral(node) {
  return { node, source: node.regex.pattern, flags: node.regex.flags, unescaped: [] };
}

function describeMade(node, named) {
  const [source, flags] = node.arguments;
  const unescaped = [];
  const read = createReader(named, (missing) => unescaped.push(missing));
  return { node, source: read(source, 0), flags: typeof flags?.value === 'string' ? flags.value : '', unescaped };
}

/** Creates the function that returns the text of an expression, as far as it is known. `miss` is called with what is not. */
function createReader(named, miss) {
  const read = (node, depth) => {
    const known = depth < MAX_DEPTH ? READERS[node?.type]?.(node, (child) => read(child, depth + 1), named) : undefined;
    if (known !== undefined) return known;
    miss(node);
    return UNKNOWN;
  };
  return read;
}

const READERS = {
  Literal: ({ value, regex }) => regex?.pattern ?? (typeof value === 'string' ? value : undefined),
  TemplateLiteral: ({ quasis, expressions }, read) => interleave(quasis, expressions, read, 'cooked'),
  TaggedTemplateExpression: ({ tag, quasi }, read) =>
    tag.property?.name === 'raw' ? interleave(quasi.quasis, quasi.expressions, read, 'raw') : undefined,
  BinaryExpression: ({ operator, left, right }, read) => (operator === '+' ? read(left) + read(right) : undefined),
  ConditionalExpression: ({ consequent, alternate }, read) => `(?:${read(consequent)}|${read(alternate)})`,
  Identifier: ({ name }, read, named) => {
    const value = named.get(name);
    if (value !== undefined && value.type !== 'FunctionDeclaration') return read(value);
    return CONSTANT.test(name) ? UNKNOWN : undefined;
  },
  // The source of a pattern that is checked where it stands.
  MemberExpression: ({ property }) => (property.name === 'source' ? UNKNOWN : undefined),
  CallExpression: ({ callee, arguments: given }, read, named) => {
    if (callee.property?.name === 'join') return join(callee.object, read(given[0]), read, named);
    return callee.type === 'Identifier' ? readResult(callee, read, named) : undefined;
  },
};

function interleave(quasis, expressions, read, kind) {
  return quasis.map(({ value }, at) => value[kind] + (at < expressions.length ? read(expressions[at]) : '')).join('');
}

/** Returns the text of joined texts: those of an array, or what a function makes of each. */
function join(texts, separator, read, named) {
  if (texts.type === 'ArrayExpression') return texts.elements.map(read).join(separator);
  const isMapped = texts.type === 'CallExpression' && texts.callee.property?.name === 'map';
  const [make] = isMapped ? texts.arguments : [];
  if (make?.type === 'ArrowFunctionExpression') return mapped(texts.callee.object, make, read, named)?.join(separator);
  const one = make?.type === 'Identifier' ? readResult(make, read, named) : undefined;
  return one === undefined ? undefined : one + separator + one;
}

/** Returns what an arrow function makes of each text of an array. */
function mapped({ type, elements }, { params, body }, read, named) {
  if (type !== 'ArrayExpression' || params[0]?.type !== 'Identifier') return undefined;
  return elements.map((element) => {
    named.set(params[0].name, element);
    return read(body);
  });
}

/** Returns the text that a function of this file returns. */
function readResult({ name }, read, named) {
  if (name === ESCAPES) return UNKNOWN;
  const results = returnsOf(named.get(name)?.body);
  return results.length === 0 ? undefined : results.map(read).join('|');
}

function returnsOf(node) {
  if (Array.isArray(node)) return node.flatMap(returnsOf);
  if (node?.type === 'ReturnStatement') return [node.argument];
  return [node?.body, node?.consequent, node?.alternate]
    .filter((part) => part?.type !== undefined || Array.isArray(part))
    .flatMap(returnsOf);
}
