import { describe } from 'vitest';
import { NATS } from '../../support/directory/natsSubject.ts';
import { REDIS } from '../../support/directory/redisSubject.ts';
import { describeProcesses } from './processCases.ts';

describe.each([
  ['redis', REDIS],
  ['nats', NATS],
] as const)('three processes on %s', (flag, engine) => {
  describeProcesses(flag, engine);
});
