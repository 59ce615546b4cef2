import { describe, expect, test } from 'vitest';
import { localSttSchema } from '../../../../providers/local/stt/settings.ts';

const faultsOf = (settings: Record<string, unknown>): string[] =>
  localSttSchema()
    .safeParse({ provider: 'local', grammar: '#JSGF V1.0;', ...settings })
    .error?.issues.map(({ path }) => path.join('.')) ?? [];

describe('the settings of the local recogniser', () => {
  test('have these defaults', () =>
    expect(localSttSchema().parse({ provider: 'local', grammar: '#JSGF V1.0;' })).toEqual({
      provider: 'local',
      grammar: '#JSGF V1.0;',
      language: 'en-US',
      decoders: 2,
      reject: 0.5,
    }));

  test('have no default for the grammar', () => {
    expect(faultsOf({ grammar: undefined })).toEqual(['grammar']);
    expect(faultsOf({ grammar: '' })).toEqual(['grammar']);
  });

  test('language is one that the engine has a model for', () => {
    expect(faultsOf({ language: 'fr-FR' })).toEqual([]);
    expect(faultsOf({ language: 'en-GB' })).toEqual(['language']);
  });

  test('there are 1 to 8 decoders', () => {
    expect(faultsOf({ decoders: 1 })).toEqual([]);
    expect(faultsOf({ decoders: 8 })).toEqual([]);
    expect(faultsOf({ decoders: 0 })).toEqual(['decoders']);
    expect(faultsOf({ decoders: 9 })).toEqual(['decoders']);
    expect(faultsOf({ decoders: 1.5 })).toEqual(['decoders']);
  });

  test('sentences are rejected below a confidence from 0 to 1, or not at all', () => {
    for (const reject of [0, 1, false]) expect(faultsOf({ reject })).toEqual([]);
    for (const reject of [-0.01, 1.01, true, '0.5']) expect(faultsOf({ reject })).toEqual(['reject']);
  });

  test('a field that there is not is refused', () => expect(faultsOf({ model: 'large' })).toEqual(['']));
});
