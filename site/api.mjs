// Writes the reference of the API into api/, one page for each entry point: every exported name with its comment and its
// declaration, as they are in the built package.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Application, Comment, Converter, ReflectionKind } from 'typedoc';
import ts from 'typescript';
import { entryPoints } from './entryPoints.mjs';

const TARGET = resolve(import.meta.dirname, 'api');
/** Signatures that are longer are broken. */
const WIDE = 90;
const GROUPS = [
  ['Functions', ReflectionKind.Function],
  ['Values', ReflectionKind.Variable | ReflectionKind.Namespace | ReflectionKind.Class],
  ['Types', ReflectionKind.Interface | ReflectionKind.TypeAlias],
];

/** What is declared: by reflection, and by symbol of the compiler. */
const declared = new Map();
const places = new Map();
let checker;

const modules = await convert();
for (const { entryPoint, exported } of modules) {
  for (const reflection of exported) {
    const { symbol } = declared.get(reflection);
    if (!places.has(symbol)) places.set(symbol, { page: entryPoint.page, name: reflection.name });
  }
}
rmSync(TARGET, { recursive: true, force: true });
mkdirSync(TARGET, { recursive: true });
for (const module of modules) writeFileSync(resolve(TARGET, `${module.entryPoint.page}.md`), pageOf(module));
writeFileSync(resolve(TARGET, 'index.md'), contents());

/** The entry points with what they export, re-exports of other entry points apart. */
async function convert() {
  const app = await Application.bootstrap({
    entryPoints: entryPoints.map(({ file }) => file),
    tsconfig: resolve(import.meta.dirname, 'tsconfig.json'),
    logLevel: 'Warn',
    validation: { notExported: false, invalidLink: true, invalidPath: true },
    suppressCommentWarningsInDeclarationFiles: true,
  });
  app.converter.on(Converter.EVENT_CREATE_DECLARATION, (context, reflection) => {
    checker = context.checker;
    const symbol = context.getSymbolFromReflection(reflection);
    declared.set(reflection, { symbol, nodes: symbol?.declarations ?? [] });
  });
  const project = await app.convert();
  if (project === undefined) throw new Error('typedoc found no declarations');
  app.validate(project);
  if (app.logger.warningCount + app.logger.errorCount > 0) throw new Error('typedoc has complaints');
  return entryPoints.map((entryPoint) => {
    const module = project.children.find((child) => fileOf(child) === entryPoint.file);
    const [again, exported] = partition(module.children, (child) => child.kindOf(ReflectionKind.Reference));
    return { entryPoint, exported: distinct(exported), again };
  });
}

/** One reflection for each name: a value and a namespace may share it. */
function distinct(reflections) {
  const first = new Map(reflections.toReversed().map((reflection) => [reflection.name, reflection]));
  for (const reflection of reflections) if (reflection.comment !== undefined) first.set(reflection.name, reflection);
  return [...first.values()];
}

function fileOf(reflection) {
  const [node] = declared.get(reflection).nodes;
  return node && resolve(node.getSourceFile().fileName);
}

function pageOf({ entryPoint, exported, again }) {
  const groups = GROUPS.map(([title, kinds]) => [title, sorted(exported.filter((child) => child.kindOf(kinds)))]);
  return [
    `# ${entryPoint.path}`,
    entryPoint.purpose,
    ...groups
      .filter(([, members]) => members.length > 0)
      .flatMap(([title, members]) => [`## ${title}`, ...members.map(member)]),
    ...(again.length === 0 ? [] : ['## From other entry points', sorted(again).map(reference).join(', ')]),
  ].join('\n\n');
}

function member(reflection) {
  const { nodes } = declared.get(reflection);
  const comment = (reflection.signatures?.[0] ?? reflection).comment ?? reflection.comment;
  const code = nodes.map(codeOf).join('\n');
  const related = relatedTo(reflection);
  return [
    `### ${reflection.name} {#${reflection.name}}`,
    ...(comment === undefined ? [] : [textOf(comment)]),
    `\`\`\`\`ts\n${code}\n\`\`\`\``,
    ...(related.length === 0 ? [] : [`Refers to ${related.join(', ')}.`]),
  ].join('\n\n');
}

/** The prose of a comment; tags are paragraphs of their own, and an example is a block below its tag. */
function textOf({ summary, blockTags }) {
  const tags = blockTags.map(({ tag, content }) => {
    const text = Comment.combineDisplayParts(content);
    return `**${tag.slice(1)}**${text.startsWith('```') ? '\n\n' : ' '}${text}`;
  });
  return [Comment.combineDisplayParts(summary), ...tags].join('\n\n');
}

/** A declaration without `export`, indented by 2; a long list of parameters has a line for each. */
function codeOf(node) {
  const whole = ts.isVariableDeclaration(node) ? node.parent.parent : node;
  const text = ts.isFunctionDeclaration(node) ? signatureOf(node) : whole.getText();
  const bare = text.replace(/^export (?:default )?(?:declare )?/u, '');
  return bare.replaceAll(/^(?: {4})+/gmu, (indent) => ' '.repeat(indent.length / 2));
}

function signatureOf(node) {
  const text = node.getText();
  if (text.length < WIDE || node.parameters.length === 0) return text;
  const [first, last] = [node.parameters[0], node.parameters.at(-1)];
  const before = text.slice(0, first.getStart() - node.getStart());
  const after = text.slice(last.getEnd() - node.getStart());
  return `${before}\n${node.parameters.map((parameter) => `    ${parameter.getText()},`).join('\n')}\n${after}`;
}

/** Links to the other exported names that a declaration has. */
function relatedTo(reflection) {
  const { symbol, nodes } = declared.get(reflection);
  const found = new Map();
  const visit = (node) => {
    if (ts.isIdentifier(node)) {
      const place = places.get(resolved(node));
      if (place !== undefined && place !== places.get(symbol)) found.set(place.name, place);
    }
    ts.forEachChild(node, visit);
  };
  nodes.forEach(visit);
  return sorted([...found.values()]).map(link);
}

function resolved(node) {
  const symbol = checker.getSymbolAtLocation(node);
  return symbol !== undefined && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

function reference(reflection) {
  const target = reflection.getTargetReflectionDeep();
  return link(places.get(declared.get(target)?.symbol) ?? { page: 'index', name: reflection.name });
}

function link({ page, name }) {
  return `[\`${name}\`](${page}.md#${name})`;
}

function contents() {
  const rows = modules.map(
    ({ entryPoint: { path, page, purpose }, exported }) =>
      `| [\`${path}\`](${page}.md) | ${purpose} | ${exported.length} |`,
  );
  return `# API\n\nEvery name that the package exports, with its declaration.\n\n| Import | | Names |\n|---|---|---|\n${rows.join('\n')}\n`;
}

function sorted(named) {
  return named.toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

function partition(values, test) {
  return [values.filter((value) => test(value)), values.filter((value) => !test(value))];
}
