import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { importSources } from '../importSource.mjs';
import { compare } from './kinds.mjs';

const ROOT = join(import.meta.dirname, '../..');

/** The keys of a manifest, with the ending of the types of their configs where a folder has several. */
const KINDS = { stt: 'Stt', tts: 'Tts', vad: 'Vad', speechModel: 'SpeechModel', turns: '' };

/**
 * Reads the manifests in `providers/`. Each vendor has its `folder`, the exported `types` of its settings by file, and
 * its `entries`: the kind, the tag, the names, the types, and for a port that is exported its function and file.
 *
 * @throws Error for settings without a manifest, or an entry without its settings
 */
export async function readVendors() {
  const folders = readdirSync(join(ROOT, 'providers'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const vendors = folders
    .map(({ name }) => name)
    .filter((name) => existsSync(join(ROOT, `providers/${name}/manifest.ts`)));
  const sorted = vendors.toSorted(compare);
  const modules = await importSources(sorted.map((folder) => `providers/${folder}/manifest.ts`));
  return sorted.map((folder, at) => readVendor(folder, modules[at].manifest));
}

function readVendor(folder, manifest) {
  const sources = readSources(folder);
  const types = sources
    .filter(({ path }) => basename(path) === 'settings.ts')
    .map(({ path, text }) => ({ path, names: exportedTypes(text) }));
  const entries = Object.keys(KINDS)
    .filter((kind) => manifest[kind] !== undefined)
    .map((kind) => readEntry(folder, kind, manifest[kind], sources));
  return { folder, types, entries };
}

function readEntry(folder, kind, entry, sources) {
  const schema = entry.schema();
  const [tag] = schema._zod.propValues.provider;
  const found = sources.flatMap(({ path, text }) => findConfigs(path, text));
  const config = found.find((each) => each.tag === tag && each.type.endsWith(KINDS[kind]));
  if (config === undefined)
    throw new Error(
      `providers/${folder}: expected an interface of its config in settings.ts, such as \`export interface …${KINDS[kind]} extends …Settings { readonly provider: '${tag}'; }\``,
    );
  const isOptional = schema.safeParse({ provider: tag }).success;
  const { name, alias, note } = entry;
  const port = entry.create.name;
  const at = sources.find(({ text }) => text.includes(`export function ${port}(`))?.path;
  return { kind, schema, name, alias, note, isOptional, ...config, port, portPath: at };
}

const CONFIG =
  /^(?:\/\*\*(?<comment>(?:(?!\*\/)[^])*)\*\/\n)?export interface (?<type>\w+) extends (?<settings>\w+) \{\s*readonly provider: '(?<tag>[\w-]+)';\s*\}/gmu;

/** Finds the configs in a file: the settings with the tag of their provider, and their doc comment. */
function findConfigs(path, text) {
  return [...text.matchAll(CONFIG)].map(({ groups }) => ({ path, comment: '', ...groups }));
}

function readSources(folder) {
  const below = join(ROOT, 'providers', folder);
  const paths = readdirSync(below, { recursive: true }).filter((path) => path.endsWith('.ts'));
  return paths.toSorted(compare).map((path) => {
    const posix = path.replaceAll('\\', '/');
    return { path: `${folder}/${posix}`, text: readFileSync(join(below, path), 'utf8') };
  });
}

function exportedTypes(text) {
  const names = [...text.matchAll(/^export (?:interface|type) (?!Filled)(\w+)/gmu)].map(([, name]) => name);
  return names.toSorted(compare);
}
