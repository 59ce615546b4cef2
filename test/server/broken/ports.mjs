// Options of a server whose ports or stages break their contracts, by what they do.
import { concat, delay, filter, merge, NEVER, Observable, of } from 'rxjs';
import { createSttDouble, createTtsDouble, createVadDouble } from 'antiphon/testing';

/** 300 ms of sound. */
const heard = { kind: 'audio', frame: { samples: new Int16Array(4800).fill(1000), sampleRate: 16_000 } };
const malformed = of({ kind: 'nonsense' }, { kind: 'audio', frame: null }, null).pipe(delay(50));

/** Never completes, and throws when it is left. */
const endless = new Observable(() => () => {
  throw new Error('the teardown has failed');
});

const voice = (events) => ({ ...createTtsDouble(), name: 'broken', synthesize: () => events });
const recogniser = { ...createSttDouble({ says: [] }), name: 'broken', transcribe: () => endless };
const options = (ports, stages = {}) => ({
  ports: { vad: createVadDouble(), stt: createSttDouble({ says: [] }), tts: createTtsDouble(), ...ports },
  stages,
});

export const BROKEN = {
  'a voice sends a late malformed event': options({ tts: voice(concat(of(heard), malformed, NEVER)) }),
  'a voice never completes and its teardown throws': options({ tts: voice(merge(of(heard), endless)) }),
  'a recogniser answers nothing and its teardown throws': options({ stt: recogniser }),
  'a stage keeps the end of what it speaks to itself': options(
    {},
    {
      speak: (_, standard) => (reply) =>
        reply.pipe(
          standard(),
          filter(({ kind }) => kind !== 'ended'),
        ),
    },
  ),
};
