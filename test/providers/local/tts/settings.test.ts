import { describe, expect, test } from 'vitest';
import { localTtsSchema } from '../../../../providers/local/tts/settings.ts';

const faultsOf = (settings: Record<string, unknown>): string[] =>
  localTtsSchema()
    .safeParse({ provider: 'local', ...settings })
    .error?.issues.map(({ path }) => path.join('.')) ?? [];

describe('the settings of the local TTS', () => {
  test('have these defaults', () =>
    expect(localTtsSchema().parse({ provider: 'local' })).toEqual({
      provider: 'local',
      voice: 'en-us',
      rate: 165,
      pitch: 50,
    }));

  test.each([
    ['rate', 80, 450],
    ['pitch', 0, 99],
  ])('%s goes from %i to %i', (field, least, most) => {
    expect(faultsOf({ [field]: least })).toEqual([]);
    expect(faultsOf({ [field]: most })).toEqual([]);
    expect(faultsOf({ [field]: least - 1 })).toEqual([field]);
    expect(faultsOf({ [field]: most + 1 })).toEqual([field]);
    expect(faultsOf({ [field]: least + 0.5 })).toEqual([field]);
  });

  test('language is a BCP-47 tag', () => {
    expect(faultsOf({ language: 'pt-BR' })).toEqual([]);
    expect(faultsOf({ language: 'pt_BR' })).toEqual(['language']);
    expect(faultsOf({ language: '' })).toEqual(['language']);
  });

  test('a voice has a name', () => expect(faultsOf({ voice: '' })).toEqual(['voice']));

  test('a field that there is not is refused', () => expect(faultsOf({ speed: 1 })).toEqual(['']));
});
