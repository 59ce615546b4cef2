import { asNumber, asText } from '../../src/wire/json.ts';
import type { JsonObject } from '../../src/wire/json.ts';
import type { TtsAction } from '../../src/wire/tts/dialect.ts';
import { splitToFit } from '../../src/wire/tts/textLimit.ts';
import type { TextLimit } from '../../src/wire/tts/textLimit.ts';

/** How much text one `Speak` may carry. */
const LIMIT: TextLimit = { max: 2000, sizeOf: ({ length }) => length };

export function createSend(message: JsonObject): TtsAction {
  return { kind: 'send', frame: JSON.stringify(message) };
}

/** The `Speak` messages that carry `text`: one, unless it is long. */
export function createSpeakMessages(text: string): readonly TtsAction[] {
  const pieces = splitToFit(text, LIMIT).filter((piece) => piece !== '');
  return pieces.map((piece) => createSend({ type: 'Speak', text: piece }));
}

/** What a `Warning` says, with its code. */
export function parseWarning(message: JsonObject): string {
  const description =
    asText(message['description']) || asText(message['warn_msg']) || 'a warning without a description';
  const code = asText(message['code']) || asText(message['warn_code']) || asNumber(message['code']);
  return code === null ? description : `${description} (${code})`;
}
