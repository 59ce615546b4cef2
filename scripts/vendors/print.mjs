import { compare, entriesOf, KINDS } from './kinds.mjs';

const HEAD = '// Written by scripts/vendors.mjs from the manifests in providers/. Do not edit.\n';

/** Prints providers/names.ts. */
export function printNames(vendors) {
  const types = KINDS.flatMap(({ kind }) => entriesOf(vendors, kind)).map(({ path, type, settings }) => [
    path,
    type,
    settings,
  ]);
  const paths = [...new Set(types.map(([path]) => path))];
  const imports = paths.map((path) => {
    const names = types.filter(([from]) => from === path).flatMap(([, ...named]) => named);
    return `import type { ${names.toSorted(compare).join(', ')} } from './${path}';`;
  });
  return `${HEAD}
${imports.toSorted(compare).join('\n')}
import type { SttFallback, SttFallbackSettings, TtsFallback, TtsFallbackSettings } from './fallback/settings.ts';
import { selectTurnDetection } from './autoTurns.ts';
import { createFallback, createTagger } from './tagger.ts';

${KINDS.map((kind) => printKind(kind, entriesOf(vendors, kind.kind))).join('\n')}`;
}

function printKind({ object, prefix, doc, member, fallback, auto }, entries) {
  const others = entries.filter(({ alias }) => alias !== undefined);
  const union = entries.map(({ type }) => type).join(' | ');
  const value = object.toLowerCase();
  const tagged = entries.map(({ name, tag }) => `${name}: createTagger('${tag}'),`);
  const values = `{ ${tagged.join(' ')} ${fallback === undefined ? '' : 'Fallback: createFallback,'} ${auto === undefined ? '' : 'Auto: selectTurnDetection,'} }`;
  return `/** ${doc} */
export interface ${prefix}Names {
${lines(
  entries.map((entry) => printMember(object, entry)),
  fallback === undefined ? [] : printFallback(prefix, fallback),
  auto ?? [],
  others.map(({ name, alias }) => `readonly ${alias}: ${prefix}Names['${name}'];`),
)}
}

${
  others.length === 0
    ? `export const ${object}: ${prefix}Names = ${values};`
    : `const ${value} = ${values};

export const ${object}: ${prefix}Names = { ...${value}, ${others.map(({ name, alias }) => `${alias}: ${value}.${name}`).join(', ')} };`
}

export declare namespace ${object} {
${lines(
  entries.map(({ name, type }) => `type ${name} = ${type};`),
  fallback === undefined ? [] : `type Fallback = ${prefix}Fallback<${prefix}Member>;`,
  others.map(({ name, alias }) => `type ${alias} = ${name};`),
)}
}

${
  fallback === undefined
    ? `export type ${prefix}Config = ${union};`
    : `/** ${member} */
export type ${prefix}Member = ${union};

export type ${prefix}Config = ${prefix}Member | ${prefix}Fallback<${prefix}Member>;`
}
`;
}

function printMember(object, { name, note, comment, settings, isOptional, type }) {
  const example = findCall(`${object}.${name}`, comment ?? '');
  const texts = [note, example && `@example ${example}`].filter((text) => text !== undefined);
  return `${printComment(texts)}readonly ${name}: (settings${isOptional ? '?' : ''}: ${settings}) => ${type};`;
}

/** Finds a call in the example of the type that it returns. */
function findCall(name, comment) {
  return new RegExp(`\\b${name}\\(.*\\)(?=;)`, 'u').exec(comment)?.[0];
}

function printComment(texts) {
  if (texts.length === 0) return '';
  return texts.length === 1 ? `/** ${texts[0]} */\n` : `/**\n * ${texts.join('\n *\n * ')}\n */\n`;
}

function printFallback(prefix, note) {
  return `/** ${note} */
readonly Fallback: (
  members: readonly ${prefix}Member[],
  settings?: Omit<${prefix}FallbackSettings<${prefix}Member>, 'members'>,
) => ${prefix}Fallback<${prefix}Member>;`;
}

/** Prints providers/vendors.ts. */
export function printTables(vendors) {
  const imports = vendors.map(({ folder }) => `import { manifest as ${folder} } from './${folder}/manifest.ts';`);
  const tables = KINDS.map(({ kind, table, tableType }) => {
    const rows = entriesOf(vendors, kind).map(({ tag, folder }) => [JSON.stringify(tag), `${folder}.${kind}`]);
    return `export interface ${tableType} {
${rows.map(([tag, entry]) => `readonly ${tag}: typeof ${entry};`).join('\n')}
}

export const ${table}: ${tableType} = { ${rows.map(([tag, entry]) => `${tag}: ${entry}`).join(', ')} };
`;
  });
  return `${HEAD}\n${imports.join('\n')}\n\n${tables.join('\n')}`;
}

/** The kinds whose ports are exported. */
const PORTS = ['stt', 'tts', 'speechModel'];

/** Prints the part of providers/index.ts that follows from the manifests. */
export function printExports(vendors) {
  const types = vendors.flatMap((vendor) => vendor.types);
  const ports = vendors.flatMap(({ entries }) => entries.filter(({ kind }) => PORTS.includes(kind)));
  return [
    ...types.map(({ path, names }) => `export type { ${names.join(', ')} } from './${path}';`),
    ...ports.map(({ port, portPath }) => `export { ${port} } from './${portPath}';`),
    '',
  ].join('\n');
}

function lines(...groups) {
  return groups.flat().join('\n');
}
