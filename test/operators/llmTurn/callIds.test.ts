import { from } from 'rxjs';
import { expect, it } from 'vitest';
import { toolCallChunk } from '../../../src/testing/doubles/chunks.ts';
import { answered } from './score.ts';

it('calls are two when another id comes with a name, though the index stays', () => {
  const parts = [
    toolCallChunk({ id: 'a', name: 'time', arguments: '{"city":"Oslo"}' }),
    toolCallChunk({ id: 'b', name: 'time', arguments: '{"city":' }),
    toolCallChunk({ arguments: '"Rome"}' }),
  ];
  expect(answered(from(parts)).log).toContain('round 0: a time({"city":"Oslo"}), b time({"city":"Rome"})');
});
