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

const SMART_TURN = 'smart-turn:';

/**
 * Loads the model of `--model`: `text`, `smart-turn:FILE`, or a module that exports a `model`.
 *
 * @throws (rejects with) AntiphonError `usage_invalid` if there is none, or one that listens all the time
 */
export async function loadTurnModel(written: string): Promise<NamedModel> {
  const model = await createModel(written);
  if (model.kind === 'pause') return { title: written, model };
  throw new AntiphonError('usage_invalid', `--model: expected a model that is asked at a pause, got "${written}"`);
}

async function createModel(written: string): Promise<TurnModel> {
  const { text, 'smart-turn': smartTurn } = TURN_MODELS;
  if (written === 'text') return text.create(text.schema().parse({ provider: 'text' }));
  if (!written.startsWith(SMART_TURN)) return importModel(written);
  const settings = smartTurn.schema().parse({ provider: 'smart-turn', model_path: written.slice(SMART_TURN.length) });
  const [fault] = (await smartTurn.verify?.(settings)) ?? [];
  if (fault === undefined) return smartTurn.create(settings);
  throw new AntiphonError('usage_invalid', `--model: expected ${fault.expected}, got ${fault.got}`);
}

async function importModel(path: string): Promise<TurnModel> {
  const loaded = (await import(pathToFileURL(path).href).catch((cause: unknown) => {
    throw new AntiphonError(
      'usage_invalid',
      `--model: expected text, smart-turn:FILE or a module, "${path}" could not be loaded: ${messageOf(cause)}`,
      { cause },
    );
  })) as { readonly model?: TurnModel };
  if (loaded.model?.kind === 'pause' || loaded.model?.kind === 'streaming') return loaded.model;
  throw new AntiphonError('usage_invalid', `--model: expected "${path}" to export a turn model named \`model\``);
}
