import { primaryLanguage } from '../core/languages/primaryLanguage.ts';
import { isInstalled } from '../core/requirePackages.ts';
import { listInstalledModels } from './folder.ts';
import type { ModelKind } from './model.ts';

/**
 * Returns the name of the best model for a language that `npx antiphon models pull` has downloaded and whose packages
 * are installed; undefined if there is none.
 *
 * @param kind `stt` for a recogniser, `tts` for a voice, `turns` for turn detection
 * @param language BCP-47 tag
 *
 * @example
 * ```ts
 * import { STT } from 'antiphon';
 * import { findPulledModel } from 'antiphon/providers';
 *
 * const model = findPulledModel('stt', 'en');
 * export const stt = model === undefined ? undefined : STT.Sherpa({ model });
 * ```
 */
export function findPulledModel(kind: ModelKind, language: string): string | undefined {
  const spoken = primaryLanguage(language);
  const found = listInstalledModels().find(
    ({ model }) =>
      model.kind === kind &&
      model.languages.some((tag) => primaryLanguage(tag) === spoken) &&
      model.needs.every((name) => isInstalled(name)),
  );
  return found?.model.name;
}
