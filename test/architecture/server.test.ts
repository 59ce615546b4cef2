import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { carrierRules } from './carriers.ts';
import { readProjectFiles } from './projectFiles.ts';
import { registeredRules } from './registered.ts';
import { layerRules } from './serverLayers.ts';

const files = readProjectFiles(resolve(import.meta.dirname, '../..'));

describe.each([...layerRules, ...registeredRules, ...carrierRules])('$title', ({ findFaults, counterexample }) => {
  test('holds', () => expect(findFaults(files)).toEqual([]));
  test('finds its counterexample', () => expect(findFaults(new Map(Object.entries(counterexample)))).not.toEqual([]));
});
