import { assemblyAiSttSchema, type AssemblyAiSttSettings } from '../../../providers/assemblyai/settings.ts';
import { createAssemblyAiSttWire } from '../../../providers/assemblyai/stt.ts';
import type { SttAction, SttDialect, SttWire } from '../../../src/wire/stt/dialect.ts';

export const RATE = 16_000;

export function createWire(settings: Partial<AssemblyAiSttSettings> = {}, turns = false): SttWire {
  const filled = assemblyAiSttSchema().parse({ provider: 'assemblyai', api_key: 'secret', ...settings });
  const wire = createAssemblyAiSttWire(filled);
  return turns ? (wire.withTurns ?? wire) : wire;
}

/** A connection with utterances of so many seconds, the last of them under way. */
export function createSpokenDialect(
  seconds: readonly number[],
  { turns = false, ...settings }: Partial<AssemblyAiSttSettings> & { readonly turns?: boolean } = {},
): SttDialect {
  const dialect = createWire(settings, turns).dialect();
  dialect.open();
  seconds.forEach((length, utterance) => {
    dialect.begin(utterance);
    dialect.audio(utterance, new Int16Array(length * RATE));
    if (utterance < seconds.length - 1) dialect.end(utterance);
  });
  return dialect;
}

/** A `Turn` message. The words share half a second each, from `from` on, in ms. */
export function turn(order: number, text: string, from: number, fields: object = {}): string {
  const words = text
    .split(' ')
    .filter((word) => word !== '')
    .map((word, n) => {
      const start = from + 500 * n;
      return { text: word, start, end: start + 500, confidence: 0.9, word_is_final: true };
    });
  const state = { end_of_turn: false, turn_is_formatted: false, end_of_turn_confidence: 0.4 };
  return JSON.stringify({ type: 'Turn', turn_order: order, ...state, transcript: text, words, ...fields });
}

export const END: object = { end_of_turn: true, turn_is_formatted: true, end_of_turn_confidence: 1 };

/** The actions without details. */
export function textOnly(actions: readonly SttAction[]): readonly SttAction[] {
  return actions.map((action) => {
    if (action.kind !== 'interim' && action.kind !== 'piece') return action;
    const { kind, utterance, text } = action;
    return { kind, utterance, text };
  });
}
