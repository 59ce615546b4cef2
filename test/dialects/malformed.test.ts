import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServer } from '../../src/server/serve.ts';
import { antiphonV1Dialect } from './antiphonV1.ts';
import type { Attack } from './attacks/attack.ts';
import { antiphonV1Attacks } from './attacks/antiphonV1Attacks.ts';
import { asteriskAttacks } from './attacks/asteriskAttacks.ts';
import { exotelAttacks } from './attacks/exotelAttacks.ts';
import { jambonzAttacks } from './attacks/jambonzAttacks.ts';
import { CARRIER_ATTACKS } from './attacks/carrierAttacks.ts';
import { realtimeAttacks } from './attacks/realtimeAttacks.ts';
import { rtviAttacks } from './attacks/rtviAttacks.ts';
import { twilioAttacks } from './attacks/twilioAttacks.ts';
import { areAnswersTo, holdTones, serveTones } from './toneServer.ts';

const ATTACKS: Readonly<Record<string, readonly Attack[]>> = {
  'antiphon.v1': antiphonV1Attacks,
  'Asterisk chan_websocket': asteriskAttacks,
  Exotel: exotelAttacks,
  'jambonz listen': jambonzAttacks,
  'OpenAI Realtime': realtimeAttacks,
  RTVI: rtviAttacks,
  'Twilio Media Streams': twilioAttacks,
  ...CARRIER_ATTACKS,
};
const TONE_HZ = 440;
/** For as long as the attacks take. */
const QUESTIONS = 5;

let server: RunningServer;
let witness: Promise<readonly number[]>;

beforeAll(async () => {
  server = await serveTones();
  witness = holdTones(antiphonV1Dialect, server.url, TONE_HZ, QUESTIONS);
});

describe.concurrent.each(Object.entries(ATTACKS))('over %s', (_, attacks) => {
  test.each(attacks)('$name', async ({ run, expected }) => expect(await run(server.url)).toEqual(expected));
});

test('another call meanwhile hears every answer', async () => {
  const answers = await witness;
  expect([answers.length, areAnswersTo(TONE_HZ, answers)]).toEqual([QUESTIONS, true]);
});

afterAll(() => server.close());
