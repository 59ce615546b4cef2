import type { SonioxSttSettings } from '../../../providers/soniox/settings.ts';
import { sonioxSttSchema } from '../../../providers/soniox/settings.ts';
import { createSonioxSttWire } from '../../../providers/soniox/stt.ts';
import type { SttAction, SttDialect, SttWire } from '../../../src/wire/stt/dialect.ts';

export const RATE = 16_000;

export function createWire(settings: Partial<SonioxSttSettings> = {}, turns = false): SttWire {
  const wire = createSonioxSttWire(sonioxSttSchema().parse({ provider: 'soniox', api_key: 'secret', ...settings }));
  return turns ? (wire.withTurns ?? wire) : wire;
}

/** A connection with utterances of so many seconds, the last of them under way. */
export function createSpokenDialect(seconds: readonly number[], turns = false): SttDialect {
  const dialect = createWire({}, turns).dialect();
  dialect.open();
  seconds.forEach((length, utterance) => {
    dialect.begin(utterance);
    dialect.audio(utterance, new Int16Array(length * RATE));
    if (utterance < seconds.length - 1) dialect.end(utterance);
  });
  return dialect;
}

/** A token: its text, and its start and end in ms of the connection's audio. */
export type Timed = readonly [text: string, startMs: number, endMs: number];

export const FIN: object = { text: '<fin>', is_final: true };
export const END: object = { text: '<end>', is_final: true };

export function finals(...tokens: readonly Timed[]): readonly object[] {
  return tokens.map(([text, start_ms, end_ms]) => ({ text, start_ms, end_ms, is_final: true }));
}

export function pending(...tokens: readonly Timed[]): readonly object[] {
  return tokens.map(([text, start_ms, end_ms]) => ({ text, start_ms, end_ms, is_final: false }));
}

/** A response of the server. */
export function response(tokens: readonly object[], processedMs = 1000): string {
  return JSON.stringify({ tokens, final_audio_proc_ms: processedMs, total_audio_proc_ms: processedMs });
}

/** The actions without details. */
export function textOnly(actions: readonly SttAction[]): readonly SttAction[] {
  return actions.map((action) => {
    if (action.kind !== 'interim' && action.kind !== 'piece') return action;
    const { kind, utterance, text } = action;
    return { kind, utterance, text };
  });
}
