import { expect, it } from 'vitest';
import { AntiphonError } from '../../../src/core/errors.ts';
import { toProblem } from '../../../src/server/problems/toProblem.ts';

it('a provider whose package is missing is a problem that points at it', () => {
  const missing = new AntiphonError('provider_unavailable', 'tts: npm install it', { path: 'tts' });
  expect(toProblem(missing)).toMatchObject({
    code: 'provider_unavailable',
    errors: [{ pointer: '/tts', detail: 'tts: npm install it' }],
  });
});
