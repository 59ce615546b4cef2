import type { SttAction, SttDialect } from '../../../src/wire/stt/dialect.ts';

/** A `Results` message of the server, as text. Times in seconds. */
export interface Result {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly final?: boolean;
  readonly speechFinal?: boolean;
  readonly forced?: boolean;
}

/** The words share the time between them equally. */
export function results({ start, end, text, final = true, speechFinal = false, forced = false }: Result): string {
  const words = text.split(' ').filter((word) => word !== '');
  const each = (end - start) / words.length;
  const timed = words.map((word, n) => ({
    word: word.toLowerCase(),
    punctuated_word: word,
    start: start + n * each,
    end: start + (n + 1) * each,
    confidence: 0.9,
  }));
  return JSON.stringify({
    type: 'Results',
    channel_index: [0, 1],
    start,
    duration: end - start,
    is_final: final,
    speech_final: speechFinal,
    ...(forced ? { from_finalize: true } : {}),
    channel: { alternatives: [{ transcript: text, confidence: 0.9, words: timed }] },
    metadata: { request_id: 'r', model_info: { name: 'nova-3', version: '1', arch: 'nova-3' }, model_uuid: 'm' },
  });
}

/** The dialect for tests of texts only: its actions come without details. */
export function textOnly(dialect: SttDialect): SttDialect {
  const plain = (actions: readonly SttAction[]): readonly SttAction[] =>
    actions.map((action) => {
      if (action.kind !== 'interim' && action.kind !== 'piece') return action;
      const { kind, utterance, text } = action;
      return { kind, utterance, text };
    });
  return {
    ...dialect,
    receive: (frame) => plain(dialect.receive(frame)),
    end: (utterance, over) => plain(dialect.end(utterance, over)),
  };
}
