import { findTurnModel } from '../src/models/findTurnModel.ts';
import type { SmartTurnConfig } from './silero/smartTurn/settings.ts';
import type { TextTurns, TextTurnsSettings } from './textRules/settings.ts';

/**
 * Selects Smart Turn if `npx antiphon models pull smart-turn-v3.2` has downloaded it and `onnxruntime-node` is
 * installed, otherwise the rules about words. Both take these settings, with defaults of their own.
 *
 * @example
 * ```ts
 * import { TurnDetection } from 'antiphon';
 *
 * export const turn_detection = TurnDetection.Auto({ max_delay: 4 });
 * ```
 */
export function selectTurnDetection(settings: TextTurnsSettings = {}): SmartTurnConfig | TextTurns {
  const model_path = findTurnModel();
  return model_path === undefined
    ? { provider: 'text', ...settings }
    : { provider: 'smart-turn', model_path, ...settings };
}
