import { parseArgs } from 'node:util';
import { AntiphonError } from '../../core/errors.ts';
import { MODELS, type CatalogueModel } from '../../models/catalogue.ts';
import { findModelsFolder } from '../../models/modelsFolder.ts';
import { readState, sizeOf, type ModelState } from '../../models/state.ts';
import type { Terminal } from '../command.ts';
import { formatTable, type Column } from '../table.ts';
import { formatLanguages, formatPackage, formatSize } from './format.ts';

const KINDS = ['stt', 'tts', 'turns'];

/** Lists the models of the catalogue and their states on this machine. */
export async function listModels(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { json: { type: 'boolean' }, kind: { type: 'string' }, language: { type: 'string' } },
  });
  const { json = false, kind, language } = values;
  if (kind !== undefined && !KINDS.includes(kind))
    throw new AntiphonError('usage_invalid', `--kind: expected ${KINDS.join(', ')}, got ${JSON.stringify(kind)}`);
  const folder = findModelsFolder();
  const listed = MODELS.filter(
    (model) => (kind === undefined || model.kind === kind) && (language === undefined || speaks(model, language)),
  );
  const states = await Promise.all(listed.map((model) => readState(model, folder)));
  if (json) terminal.out(JSON.stringify(states.map(toJson), null, 2));
  else terminal.out(formatList(states, folder, terminal.columns));
  return 0;
}

/** `de` also matches a model for `de-DE`, and `de-DE` one for `de`. */
function speaks({ languages }: CatalogueModel, wanted: string): boolean {
  const tag = wanted.toLowerCase();
  return languages.some((language) => {
    const other = language.toLowerCase();
    return other === tag || other.startsWith(`${tag}-`) || tag.startsWith(`${other}-`);
  });
}

function toJson({ model, folder, checksum }: ModelState): object {
  return { ...model, bytes: sizeOf(model), pulled: folder !== null, folder, checksum };
}

const COLUMNS: readonly Column[] = [
  { title: 'MODEL' },
  { title: 'KIND' },
  { title: 'LANGUAGES' },
  { title: 'SIZE', align: 'right' },
  { title: 'LICENCE', elastic: true },
  { title: 'PULLED' },
  { title: 'SHA-256' },
];

const CHECKSUMS: Readonly<Record<ModelState['checksum'], string>> = {
  published: 'published',
  none: 'none published',
  verified: 'verified',
  recorded: 'none published',
};

/** Formats the models as a table, followed by the published figures, the packages that run them, and the folder. */
function formatList(states: readonly ModelState[], folder: string, columns: number): string {
  if (states.length === 0) return 'No model of the catalogue matches.';
  const rows = states.map(({ model, folder: pulled, checksum }) => [
    model.name,
    model.kind,
    formatLanguages(model.languages),
    formatSize(sizeOf(model)),
    model.licence.name,
    pulled === null ? 'no' : 'yes',
    CHECKSUMS[checksum],
  ]);
  const models = states.map(({ model }) => model);
  return [
    formatTable(COLUMNS, rows, columns),
    ...formatFigures(models),
    formatNeeds(models),
    `Folder: ${folder}\nDownload one with: npx antiphon models pull NAME`,
  ].join('\n\n');
}

/** Numbers the sources, because their addresses are longer than a line. */
function formatFigures(models: readonly CatalogueModel[]): readonly string[] {
  const sources = [...new Set(models.flatMap(({ figures }) => figures.map(({ source }) => source)))];
  if (sources.length === 0) return [];
  const rows = models.flatMap(({ name, figures }) =>
    figures.map(({ text, source }, at) => [at === 0 ? name : '', `${text} [${sources.indexOf(source) + 1}]`]),
  );
  const columns: readonly Column[] = [{ title: 'MODEL' }, { title: 'PUBLISHED FIGURES' }];
  const addresses = sources.map((source, at) => `${at + 1}: ${source.replace('https://', '')}`);
  return [formatTable(columns, rows), addresses.join('\n')];
}

function formatNeeds(models: readonly CatalogueModel[]): string {
  const packages = [...new Set(models.flatMap(({ needs }) => needs))];
  const lines = packages.map((name) => {
    const kinds = new Set(models.filter(({ needs }) => needs.includes(name)).map(({ kind }) => kind));
    return `Models for ${[...kinds].join(' and ')} need ${formatPackage(name)}.\n  npm install ${name}`;
  });
  return lines.join('\n');
}
