import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { INPUT, OUTPUT, SESSION } from '../../../fakes/openaiConversation/services.ts';
import { FIELDS, RESPONSE } from '../../../fakes/openaiConversation/validate.ts';
import { readSdkTypes } from '../../../server/adapters/realtime/sdkTypes.ts';

const TYPES = new URL('../../../../node_modules/openai/resources/realtime/realtime.d.ts', import.meta.url);
const EVENTS = readSdkTypes(readFileSync(TYPES, 'utf8')).events('RealtimeClientEvent');

const prefix = (path: string, names: readonly string[]): readonly string[] => names.map((name) => `${path}.${name}`);

/** Fields below those of `FIELDS`. */
const BELOW: Readonly<Record<string, readonly string[]>> = {
  'response.create': prefix('response', RESPONSE),
  'session.update': [
    ...prefix('session', SESSION),
    ...prefix('session.audio.input', INPUT),
    ...prefix('session.audio.output', OUTPUT),
  ],
};

// The fake refuses every other field, and the contract suite runs the adapter against it.
test.each(Object.keys(FIELDS))('the fields of %s that the fake of OpenAI accepts are those of its package', (type) => {
  const paths = EVENTS.find((event) => event.type === type)?.fields.map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining([...(FIELDS[type] ?? []), ...(BELOW[type] ?? [])]));
});
