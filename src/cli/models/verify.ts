import { parseArgs } from 'node:util';
import { findModel, listInstalledModels } from '../../models/folder.ts';
import { verifyModel } from '../../models/verifyModel.ts';
import type { Terminal } from '../command.ts';
import { findNamed } from './named.ts';

/** Compares pulled models with the records that `pull` made. @returns 1 if a file has changed or is missing */
export async function verifyModels(args: readonly string[], terminal: Terminal): Promise<number> {
  const { positionals } = parseArgs({ args: [...args], allowPositionals: true });
  const named = findNamed(positionals).map(({ name, kind }) => findModel(name, kind));
  const installed = positionals.length === 0 ? listInstalledModels() : named;
  if (installed.length === 0) terminal.out('No model is pulled.');
  let code = 0;
  for (const { model, folder } of installed) {
    const { files, faults } = await verifyModel(model, folder);
    if (faults.length === 0) {
      terminal.out(`${model.name}: ${files} files are as they were pulled`);
      continue;
    }
    code = 1;
    for (const fault of faults) terminal.out(`${model.name}: ${fault}`);
    terminal.err(`Pull it again: npx antiphon models remove ${model.name} && npx antiphon models pull ${model.name}`);
  }
  return code;
}
