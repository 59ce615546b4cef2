import type { HeardBy } from '../../src/core/playout.ts';
import { DOUBLES } from '../server/adapters/telephone/doubles.ts';

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

export const DIALECTS: Readonly<
  Record<
    | 'antiphonV1'
    | 'asterisk'
    | 'asteriskItself'
    | 'jambonz'
    | 'realtimeAgents'
    | 'realtimeOpenAi6'
    | 'realtimeOpenAi7'
    | 'realtimeWebRtc'
    | 'rtvi'
    | 'rtviInChromium'
    | 'twilio'
    | 'webRtc'
    | 'webRtcWithLoss',
    DialectName
  >
> = {
  antiphonV1: {
    protocol: 'antiphon.v1',
    client: 'ws, reporting what it plays',
    heard: 'reported',
    page: 'protocol.md',
  },
  asterisk: {
    protocol: 'Asterisk chan_websocket',
    client: 'a simulator based on messages of Asterisk 22.10',
    heard: 'marked',
    page: 'telephony.md',
  },
  asteriskItself: {
    protocol: 'Asterisk chan_websocket',
    client: 'Asterisk 22.10.1, with `npm run test:asterisk`',
    heard: 'marked',
    page: 'telephony.md',
  },
  jambonz: {
    protocol: 'jambonz `listen`',
    client: 'a simulator based on its source',
    heard: 'paced',
    page: 'telephony.md',
  },
  realtimeAgents: {
    protocol: 'OpenAI Realtime',
    client: '@openai/agents-realtime 0.20.0, in Node',
    heard: 'paced',
    page: 'realtime.md',
  },
  realtimeOpenAi6: {
    protocol: 'OpenAI Realtime',
    client: 'openai 6.49.0, OpenAIRealtimeWS, over TLS',
    heard: 'paced',
    page: 'realtime.md',
  },
  realtimeOpenAi7: {
    protocol: 'OpenAI Realtime',
    client: 'openai 7.55.0, OpenAIRealtimeWS, over TLS',
    heard: 'paced',
    page: 'realtime.md',
  },
  realtimeWebRtc: {
    protocol: 'OpenAI Realtime over WebRTC',
    client: '@openai/agents-realtime 0.20.0, in Chromium',
    heard: 'reported',
    page: 'realtime.md',
  },
  twilio: {
    protocol: 'Twilio Media Streams',
    client: 'a simulator based on the documentation',
    heard: 'marked',
    page: 'telephony.md',
  },
  rtvi: {
    protocol: 'RTVI',
    client: '`@pipecat-ai/client-js` 1.13.1 with `@pipecat-ai/websocket-transport` 1.7.1, in Node',
    heard: 'paced',
    page: 'rtvi.md',
  },
  rtviInChromium: {
    protocol: 'RTVI',
    client: 'the same in Chromium, with its own recorder and player (`WavMediaManager`)',
    heard: 'paced',
    page: 'rtvi.md',
  },
  webRtc: {
    protocol: 'antiphon.v1 over WebRTC',
    client: 'Chromium, RTCPeerConnection',
    heard: 'reported',
    page: 'webrtc.md',
  },
  webRtcWithLoss: {
    protocol: 'antiphon.v1 over WebRTC',
    client: 'Chromium, with 5 % of all datagrams lost',
    heard: 'reported',
    page: 'webrtc.md',
  },
};

/** The same for carriers that have a double, by the name of the carrier. */
export const CARRIER_NAMES: Readonly<Record<string, DialectName>> = Object.fromEntries(
  Object.entries(DOUBLES).map(([name, { adapter, streams }]) => [
    name,
    {
      protocol: streams,
      client: 'a simulator based on the documentation',
      heard: adapter.capabilities.heard,
      page: 'telephony.md',
    },
  ]),
);
