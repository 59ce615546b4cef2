import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../properties/runs.ts';
import { virtualCall } from '../server/media/support/virtualCall.ts';
import { watchUncaught } from './malformed/uncaught.ts';

const { numRuns: EVENTS, ...again } = runs(100);
/** Most messages of a client break the protocol, and end its session. */
const PER_SESSION = 2;

const TYPES = [
  'playback.started',
  'playback.position',
  'playback.finished',
  'playback.cleared',
  'input.text',
  'input.mute',
  'input.unmute',
  'agent.interrupt',
  'ping',
  'session.resume',
  'nonsense',
];

const field = fc.oneof(fc.jsonValue(), fc.constantFrom('u0.0', -1, 1e308, 0.5, 'x'.repeat(9000)));
const message = fc
  .record(
    {
      type: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...TYPES) }, { weight: 1, arbitrary: field }),
      utterance_id: field,
      clear_id: field,
      played_samples: field,
      output_latency_ms: field,
      text: field,
      t: field,
    },
    { requiredKeys: ['type'] },
  )
  .map((value) => Buffer.from(JSON.stringify(value)));
const text = fc.oneof(
  message,
  fc.json().map(Buffer.from),
  fc.string().map(Buffer.from),
  fc.uint8Array().map(Buffer.from),
);
const frame = fc.oneof(
  fc.record({ data: text, isBinary: fc.constant(false) }),
  fc.record({ data: fc.uint8Array({ maxLength: 4000 }).map(Buffer.from), isBinary: fc.constant(true) }),
);

it(
  `a client sends ${EVENTS} malformed messages: none ends the process, and every session ends in time`,
  async () => {
    const uncaught = watchUncaught();
    await fc.assert(
      fc.asyncProperty(fc.array(frame, { minLength: PER_SESSION, maxLength: 12 }), async (frames) => {
        const made = virtualCall({ config: { first_message: 'Good evening to you.' } });
        made.join();
        frames.forEach(({ data, isBinary }, n) =>
          made.clock.schedule(() => made.socket.emit('message', data, isBinary), 100 * n),
        );
        await made.clock.run(2000);
        made.session.close('ended_by_api');
        await made.clock.run(2400);
        await made.session.ended;
        expect([uncaught.found, made.ledger.open(), made.clock.pending]).toEqual([[], {}, 0]);
      }),
      { ...again, numRuns: Math.ceil(EVENTS / PER_SESSION) },
    );
    uncaught.stop();
  },
  Math.max(120_000, EVENTS * 200),
);
