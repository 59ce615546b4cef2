import { pathToFileURL } from 'node:url';
import { TURN_MODELS } from '../../../providers/registry.ts';
import { AntiphonError } from '../../core/errors.ts';
import { messageOf } from '../../core/messageOf.ts';
import type { PauseTurnModel, TurnModel } from '../../core/turnModel.ts';
import type { ScoredPause } from './policies.ts';
import { readFoundPauses } from './recordedPauses.ts';
import { scorePauses, type TimedSpeech } from './scorePauses.ts';

/** A source of turn ends: a model that is asked, or the recogniser as recorded. */
export interface NamedModel {
  /** The text given to `--model`. */
  readonly title: string;
  /**
   * Computes the probabilities for each pause of a speech.
   *
   * @throws (rejects with) AntiphonError `usage_invalid` if the speech lacks data that the model needs
   */
  score(speech: TimedSpeech): Promise<readonly ScoredPause[]>;
}

const SMART_TURN = 'smart-turn:';

/**
 * Loads the model for `--model`: `text`, `stt`, `smart-turn:FILE`, or a module that exports a `model`.
 *
 * @throws (rejects with) AntiphonError `usage_invalid` if the model is missing or listens continuously
 */
export async function loadTurnModel(written: string): Promise<NamedModel> {
  if (written === 'stt') return RECOGNISER;
  const model = await createModel(written);
  if (model.kind === 'pause') return createNamed(written, model);
  throw new AntiphonError('usage_invalid', `--model: expected a model that judges pauses, got "${written}"`);
}

const RECOGNISER: NamedModel = {
  title: 'stt',
  score: async (speech) => {
    if ((speech.session?.found ?? []).length > 0) return readFoundPauses(speech);
    throw new AntiphonError(
      'usage_invalid',
      'stt repeats the recorded recogniser: expected a recording of a session with `TurnDetection.STT()`',
    );
  },
};

function createNamed(title: string, model: PauseTurnModel): NamedModel {
  return {
    title,
    score: async (speech) => {
      const { samples, turns } = speech;
      if (model.usesAudio === false && turns.some(({ words }) => words.length === 0))
        throw new AntiphonError('usage_invalid', `${title} reads words: expected the words of each turn`);
      if (model.usesAudio !== false && samples.length === 0)
        throw new AntiphonError('usage_invalid', `${title} listens: expected a recording with the user's audio`);
      return await scorePauses(speech, model);
    },
  };
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
      `--model: expected text, stt, smart-turn:FILE or a module, "${path}" could not be loaded: ${messageOf(cause)}`,
      { cause },
    );
  })) as { readonly model?: TurnModel };
  if (loaded.model?.kind === 'pause' || loaded.model?.kind === 'streaming') return loaded.model;
  throw new AntiphonError('usage_invalid', `--model: expected "${path}" to export a turn model named \`model\``);
}
