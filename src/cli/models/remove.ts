import { parseArgs } from 'node:util';
import { AntiphonError } from '../../core/errors.ts';
import { findModelsFolder } from '../../models/modelsFolder.ts';
import { removeModel } from '../../models/removeModel.ts';
import type { Terminal } from '../command.ts';
import { findNamed } from './named.ts';

/** Removes models and their partial downloads. */
export async function removeModels(args: readonly string[], terminal: Terminal): Promise<number> {
  const { positionals } = parseArgs({ args: [...args], allowPositionals: true });
  if (positionals.length === 0) throw new AntiphonError('usage_invalid', 'models remove: expected a NAME');
  for (const model of findNamed(positionals)) {
    const wasThere = await removeModel(model, findModelsFolder());
    terminal.out(wasThere ? `${model.name} is removed` : `${model.name} was not here`);
  }
  return 0;
}
