import { describe, test } from 'vitest';
import { asterisk } from '../../src/server/adapters/asterisk/asterisk.ts';
import { jambonz } from '../../src/server/adapters/jambonz/jambonz.ts';
import {
  createMediaAdapterContract,
  type MediaAdapterSubject,
} from '../../src/testing/contracts/mediaAdapterContract.ts';
import { createAsteriskPeer, createJambonzPeer } from './switchPeers.ts';

const SUBJECTS: readonly MediaAdapterSubject[] = [
  {
    adapter: asterisk,
    createPeer: createAsteriskPeer,
    malformed: ['{"event":"DTMF_END","digit":"11"}', 'DTMF_END', 'MEDIA_MARK_PROCESSED', new Uint8Array(3)],
  },
  {
    adapter: jambonz,
    createPeer: createJambonzPeer,
    malformed: ['{"event":"dtmf","dtmf":"11"}', new Uint8Array(3)],
  },
];

describe.each(SUBJECTS)('the adapter of $adapter.protocol keeps the contract', (subject) => {
  for (const { name, run } of createMediaAdapterContract(subject)) test(name, run);
});
