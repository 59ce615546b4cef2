import { isWrittenFunction } from '../../../session/config/filler.ts';
import type { SessionUpdate } from '../../../session/sessionControl.ts';
import { HANDOFF, type ChangedAgent } from '../../../session/handOffChange.ts';
import type { WrittenUpdate } from '../../../session/sessionUpdate.ts';
import { languageOf } from '../../exact/languageOf.ts';
import { TURNS, withoutChanged, type Changes } from '../settings.ts';
import { createFunctions } from './functions.ts';
import type { Run } from './run.ts';
import { createSpeechToText } from './speechToText.ts';
import { createTextToSpeech } from './textToSpeech.ts';

export type ReadUpdate = (update: WrittenUpdate) => SessionUpdate;

export interface UpdateReaderOptions {
  /** Settings that take precedence over those of updates. */
  readonly changes: Changes;
  /** True if the recorded verdicts replace a turn model. */
  readonly hasVerdicts: boolean;
  readonly filler: () => unknown;
  /** Returns the agent with this name, as it answers in the run. */
  readonly agent: (name: string) => ChangedAgent['agent'];
}

/** Creates the function that reads a recorded update. Its functions, voice, recogniser and agent answer as recorded. */
export function createUpdateReader(run: Run, { changes, hasVerdicts, filler, agent }: UpdateReaderOptions): ReadUpdate {
  const { recorded } = run;
  const readSettings = (update: WrittenUpdate): SessionUpdate => {
    const { [TURNS]: turns, ...settings } = withoutChanged(update.settings ?? {}, changes);
    return {
      ...settings,
      ...(isWrittenFunction(settings['filler']) && { filler }),
      ...(turns !== undefined && (hasVerdicts || !isModel(turns)) && { [TURNS]: turns as SessionUpdate[typeof TURNS] }),
    };
  };
  return (update) => {
    const { instructions, stt, handoff } = update;
    const { functions, voice } = recorded.updates.parts.get(update) ?? {};
    const language = update.language ?? languageOf(stt?.config);
    return {
      ...readSettings(update),
      ...(language !== undefined && { language }),
      ...(instructions !== undefined && { instructions }),
      ...(functions && { functions: createFunctions(functions, run) }),
      ...(voice !== undefined && { tts: createTextToSpeech(run, voice) }),
      ...(stt && { stt: createSpeechToText(run, stt.port) }),
      ...(handoff && { [HANDOFF]: { ...handoff, sessionData: {}, agent: agent(handoff.name) } }),
    };
  };
}

/** Returns whether the settings of `turn_detection` name a model that would have to be loaded. */
function isModel(turns: unknown): boolean {
  const provider = (turns as { readonly provider?: unknown } | null)?.provider;
  return provider !== undefined && provider !== 'text' && provider !== 'stt';
}
