import { describe, expect, it } from 'vitest';
import type { Usage } from '../../../src/core/usage.ts';
import { silence } from '../../../src/testing/audio.ts';
import { UsageMeter } from '../../../src/session/usage/usageMeter.ts';

const createMeter = (): UsageMeter =>
  new UsageMeter({ stt: { name: 'ear' }, tts: { name: 'voice', model: 'v1' } }, { now: () => 0 });

/** `name: amounts` of each provider. */
function write({ stt, tts }: Usage): readonly string[] {
  return [
    ...stt.map(({ provider, seconds }) => `${provider}: ${seconds}`),
    ...tts.map(({ provider, characters, heardCharacters }) => `${provider}: ${characters}, ${heardCharacters}`),
  ];
}

describe('a usage', () => {
  it('may be kept: what follows does not change it', () => {
    const meter = createMeter();
    const before = meter.usage();
    meter.addAudio([silence(20), silence(20)]);
    meter.addSent('Yes.');
    meter.addHeard('Yes');
    expect(write(before)).toEqual(['ear: 0', 'voice: 0, 0']);
    expect(write(meter.usage())).toEqual(['ear: 0.04', 'voice: 4, 3']);
  });

  it('counts for each voice and recogniser what came in its time', () => {
    const meter = createMeter();
    meter.addAudio([silence(20)]);
    meter.addSent('Yes.');
    meter.changeStt({ name: 'ear 2' });
    meter.changeTts({ name: 'voice 2' });
    meter.addAudio([silence(40)]);
    meter.addSent('No.');
    meter.addHeard('No');
    expect(write(meter.usage())).toEqual(['ear: 0.02', 'ear 2: 0.04', 'voice: 4, 0', 'voice 2: 3, 2']);
  });

  it('has the providers that a port stands for in its place', () => {
    const meter = createMeter();
    meter.addSent('Yes.');
    for (const provider of ['first', 'second']) {
      meter.setServing({ kind: 'served', port: 'tts', provider });
      meter.addUsed({ kind: 'used', port: 'tts', provider, characters: 4 });
    }
    meter.addHeard('Yes');
    meter.addUsed({ kind: 'used', port: 'stt', provider: 'first', seconds: 1.5 });
    expect(write(meter.usage())).toEqual(['first: 1.5', 'first: 4, 0', 'second: 4, 3']);
  });
});
