import { pathToFileURL } from 'node:url';
import { TURN_MODELS } from '../../../providers/registry.ts';
import { AntiphonError } from '../../core/errors.ts';
import { messageOf } from '../../core/messageOf.ts';
import type { PauseTurnModel, TurnModel } from '../../core/turnModel.ts';

/** A model with the name that was written for it. */
export interface NamedModel {
  readonly title: string;
  readonly model: PauseTurnModel;
}

/**
 * Loads the model of `--model`: `text`, or a module that exports a `model`.
 *
 * @throws (rejects with) AntiphonError `usage_invalid` if there is none, or one that listens all the time
 */
export async function loadTurnModel(written: string): Promise<NamedModel> {
  const model = written === 'text' ? createTextRules() : await importModel(written);
  if (model.kind === 'pause') return { title: written, model };
  throw new AntiphonError('usage_invalid', `--model: expected a model that is asked at a pause, got "${written}"`);
}

function createTextRules(): TurnModel {
  const { text } = TURN_MODELS;
  return text.create(text.schema().parse({ provider: 'text' }));
}

async function importModel(path: string): Promise<TurnModel> {
  const loaded = (await import(pathToFileURL(path).href).catch((cause: unknown) => {
    throw new AntiphonError(
      'usage_invalid',
      `--model: expected text or a module, "${path}" could not be loaded: ${messageOf(cause)}`,
      { cause },
    );
  })) as { readonly model?: TurnModel };
  if (loaded.model?.kind === 'pause' || loaded.model?.kind === 'streaming') return loaded.model;
  throw new AntiphonError('usage_invalid', `--model: expected "${path}" to export a turn model named \`model\``);
}
