import type { HeardBy } from '../../src/core/playout.ts';

/** A protocol and the client that holds the conversation over it. Each has a test beside this file. */
export interface DialectName {
  readonly protocol: string;
  /** The client, with its version where it is a package. */
  readonly client: string;
  /** How it is known what the user has heard. */
  readonly heard: HeardBy;
  /** A page of docs. */
  readonly page: string;
}

export const DIALECTS: Readonly<Record<'antiphonV1' | 'twilio', DialectName>> = {
  antiphonV1: {
    protocol: 'antiphon.v1',
    client: 'ws, reporting what it plays',
    heard: 'reported',
    page: 'protocol.md',
  },
  twilio: {
    protocol: 'Twilio Media Streams',
    client: 'a simulator, after the documentation',
    heard: 'marked',
    page: 'telephony.md',
  },
};
