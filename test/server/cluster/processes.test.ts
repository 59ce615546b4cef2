import { describe } from 'vitest';
import { NATS } from '../../support/directory/natsSubject.ts';
import { REDIS } from '../../support/directory/redisSubject.ts';
import { describeProcesses } from './processCases.ts';

describe('three processes on redis', { tags: ['redis-server'] }, () => {
  describeProcesses('redis', REDIS);
});

describe('three processes on nats', { tags: ['nats-server'] }, () => {
  describeProcesses('nats', NATS);
});
