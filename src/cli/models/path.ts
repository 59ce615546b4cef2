import { parseArgs } from 'node:util';
import { AntiphonError } from '../../core/errors.ts';
import { findModel } from '../../models/folder.ts';
import { findModelsFolder } from '../../models/modelsFolder.ts';
import type { Terminal } from '../command.ts';
import { findNamed } from './named.ts';

/** Prints the folder of all models, or of one that is pulled. */
export async function showPath(args: readonly string[], terminal: Terminal): Promise<number> {
  const { positionals } = parseArgs({ args: [...args], allowPositionals: true });
  if (positionals.length > 1) throw new AntiphonError('usage_invalid', 'models path: expected one NAME at most');
  const [model] = findNamed(positionals);
  terminal.out(model === undefined ? findModelsFolder() : findModel(model.name, model.kind).folder);
  return 0;
}
