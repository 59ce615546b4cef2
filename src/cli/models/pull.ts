import { parseArgs } from 'node:util';
import { AntiphonError } from '../../core/errors.ts';
import type { CatalogueModel } from '../../models/catalogue.ts';
import { folderOf, isInstalled } from '../../models/folder.ts';
import { findModelsFolder } from '../../models/modelsFolder.ts';
import { acceptLicences, listUnaccepted } from '../../models/licences.ts';
import type { Terminal } from '../command.ts';
import { formatPackage } from './format.ts';
import { findNamed } from './named.ts';
import { createPullDisplay } from './progress.ts';

/** Downloads models if all their licences are accepted. @returns 2 if a licence is not accepted */
export async function pullModels(args: readonly string[], terminal: Terminal): Promise<number> {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: { accept: { type: 'boolean' } },
    allowPositionals: true,
  });
  if (positionals.length === 0) throw new AntiphonError('usage_invalid', 'models pull: expected a NAME');
  const models = findNamed(positionals);
  const folder = findModelsFolder();
  const missing = models.filter((model) => !isInstalled(folderOf(model, folder)));
  for (const model of models) {
    if (missing.includes(model)) terminal.err(`${model.name}: ${model.licence.name}, ${model.licence.url}`);
    else terminal.out(`${model.name} is already here: ${folderOf(model, folder)}`);
  }
  if (values.accept === true) await acceptLicences(missing, folder);
  const unaccepted = await listUnaccepted(missing, folder);
  if (unaccepted.length > 0) {
    const names = positionals.join(' ');
    terminal.err('Nothing is downloaded: read the licences above. If you accept them, run');
    terminal.err(`  npx antiphon models pull ${names} --accept`);
    return 2;
  }
  for (const model of missing) await pullOne(model, terminal);
  for (const name of new Set(missing.flatMap(({ needs }) => needs)))
    terminal.err(`To run this, install ${formatPackage(name)}: npm install ${name}`);
  return 0;
}

async function pullOne(model: CatalogueModel, terminal: Terminal): Promise<void> {
  const { pullModel } = await import('../../models/pull/pullModel.ts');
  const { createPullOptions } = await import('../../models/pull/options.ts');
  if (model.files.some(({ sha256 }) => sha256 === null))
    terminal.err(`${model.name} has no published checksum: what arrives is recorded, for \`models verify\``);
  const display = createPullDisplay(terminal);
  const reports = { onProgress: display.show, onNote: display.note };
  const { folder } = await pullModel(model, createPullOptions(reports));
  terminal.out(`${model.name}: ${folder}`);
}
